package io.runledger.jobs.embedded;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Has the servers up before the first bean exists, and tells the application where they are.
 *
 * <p>It is no EnvironmentPostProcessor because those run before logging: here the configuration is
 * complete, the log works and no bean has asked for a DataSource yet.
 *
 * <p>The way out is a shutdown handler of Spring Boot's and no bean: Boot runs its handlers after
 * every context is closed and all its beans are destroyed. So jobs end first, then the pools, then
 * the servers; and it runs as well where the context failed half-way, when no bean is destroyed.
 */
final class EmbeddedServersInitializer
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    EmbeddedSettings.of(environment).ifPresent(settings -> open(settings, environment));
  }

  private static void open(EmbeddedSettings settings, ConfigurableEnvironment environment) {
    EmbeddedServers servers = new EmbeddedServers(settings);
    // Before the start: a Ctrl-C in the middle of it must not leave a server behind.
    SpringApplication.getShutdownHandlers().add(servers::close);
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource(Embedded.SOURCE, servers.open()));
  }
}
