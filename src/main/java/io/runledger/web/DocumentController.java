package io.runledger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the OpenAPI document of our paths. */
@RestController
final class DocumentController {

  private final ApiDocument document;

  DocumentController(ApiDocument document) {
    this.document = document;
  }

  @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<byte[]> document(HttpServletRequest request) throws JsonProcessingException {
    return ResponseEntity.ok(document.json(request));
  }
}
