const INDENT = '  ';
/** A string, a mark, or anything else: a number or a word. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Lays JSON out in lines without touching its values: a number of thirty digits stays what it is.
 * A text that is not JSON comes back as it was.
 */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  let out = '';
  const newLine = () => `\n${INDENT.repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    const closes = token === '}' || token === ']';
    const before = tokens[index - 1];
    const isAfterOpening = before === '{' || before === '[';
    if (closes) depth -= 1;
    if ((closes && !isAfterOpening) || (!closes && isAfterOpening) || before === ',') out += newLine();
    if (token === '{' || token === '[') depth += 1;
    out += token === ':' ? ': ' : token;
  }
  return out;
}
