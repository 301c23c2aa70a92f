package io.runledger.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Our bodies as JSON, in the same words whatever the application has done to its own mapper. It
 * reads strictly: a misspelt {@code part} that was passed over would mean another run.
 */
final class ApiJson extends JacksonJsonHttpMessageConverter {

  private static final long LONGEST_BODY = 100_000;

  private final JsonMapper mapper;

  ApiJson() {
    this(mapper());
  }

  private ApiJson(JsonMapper mapper) {
    super(mapper);
    this.mapper = mapper;
  }

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxDocumentLength(LONGEST_BODY).build())
            .build();
    return JsonMapper.builder(factory)
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .withCoercionConfig(
            LogicalType.Textual,
            text ->
                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .build();
  }

  @Override
  public boolean canRead(ResolvableType type, @Nullable MediaType mediaType) {
    return isOurs(type) && super.canRead(type, mediaType);
  }

  @Override
  public boolean canWrite(ResolvableType type, Class<?> valueClass, @Nullable MediaType mediaType) {
    return isOurs(ResolvableType.forClass(valueClass))
        && super.canWrite(type, valueClass, mediaType);
  }

  private static boolean isOurs(ResolvableType type) {
    return type.toClass().getPackageName().equals(ApiJson.class.getPackageName());
  }

  /** Answers with a problem, unless an answer has begun. */
  void write(Problem problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    byte[] body = mapper.writeValueAsBytes(problem.json(request.getRequestURI()));
    response.setStatus(problem.status().value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
