package io.runledger.jobs.embedded;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** A small application that uses the database from its first bean to the end of its last. */
@SpringBootConfiguration
@ConditionalOnProperty("name") // else it is scanned with the application that other tests start
@ImportAutoConfiguration({DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class})
class TrialApplication {

  static final String READY = "READY with filter ";

  /** Writes when it comes and, last, when it goes. */
  record Diary(JdbcTemplate jdbc, String name) implements DisposableBean {

    void write(String what) {
      jdbc.update("INSERT INTO diary VALUES (?)", name + " " + what);
    }

    @Override
    public void destroy() {
      write("closed");
    }
  }

  @Bean
  Diary diary(JdbcTemplate jdbc, Environment environment) {
    jdbc.execute("CREATE TABLE IF NOT EXISTS diary (entry text)");
    Diary diary = new Diary(jdbc, environment.getRequiredProperty("name"));
    diary.write("opened");
    return diary;
  }

  @Bean
  CommandLineRunner ready(Diary diary, Environment environment) {
    return arguments -> {
      diary.write("ready");
      System.out.println(READY + environment.getProperty("runledger.filter.nodes[0]"));
    };
  }

  public static void main(String[] arguments) {
    SpringApplication.run(TrialApplication.class, arguments);
  }
}
