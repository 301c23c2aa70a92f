package io.runledger.lab.report;

/** Text within HTML and SVG. */
final class Markup {

  private Markup() {}

  /** For elements and for attributes in double quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(point) ? point : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  /** XML has no place for most control characters, and an SVG with one is not drawn at all. */
  private static boolean allowed(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= ' ' && point != 0x7F && !isSurrogate(point) && (point & 0xFFFE) != 0xFFFE);
  }

  private static boolean isSurrogate(int point) {
    return point >= 0xD800 && point <= 0xDFFF;
  }

  /** An id that a link can name. */
  static String id(String name) {
    return name.replaceAll("[^A-Za-z0-9]+", "-");
  }
}
