/**
 * Reads the text of an answer that may be of any size.
 * @throws Error once it is longer than `most` bytes; the rest is not read.
 */
export async function readText(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error(`its answer is longer than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
