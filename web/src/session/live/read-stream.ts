export interface StreamEvent {
  /** The cursor of the stream after it. */
  id: string;
  /** Empty when the server only shows that it is there. */
  data: string;
}

/**
 * Reads Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @param onEvent called for each block, also for one that carries no data
 */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let unread = '';
  let id = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (unread + value).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      let data = '';
      for (const line of block.split('\n')) {
        if (line.startsWith('id: ')) id = line.slice(4);
        if (line.startsWith('data: ')) data += line.slice(6);
      }
      onEvent({ id, data });
    }
  }
}
