import { isUtf8 } from 'node:buffer';
import { ApiError } from '../kernel/errors.ts';

/** Text in another encoding would be kept as question marks, and a name of such is paid to nobody. */
const notUtf8 = () => new ApiError(400, 'malformed', 'Текст запроса должен быть в кодировке UTF-8');

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const BYTE_ORDER_MARK = '\uFEFF';
const REPLACEMENT = '\uFFFD';

/** @throws ApiError 400 `malformed` when the header names an encoding other than UTF-8. */
export function assertUtf8Declared(contentType: string | undefined): void {
  const charset = CHARSET.exec(contentType ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw notUtf8();
}

/**
 * The text of a body, without the byte order mark that some programs put before it.
 * @throws ApiError 400 `malformed` when its header names another encoding, or the bytes are no UTF-8.
 */
export function readUtf8(bytes: Buffer, contentType: string | undefined): string {
  assertUtf8Declared(contentType);
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The parser of forms decodes by itself, and leaves a sign behind for what it could not. @throws ApiError 400 `malformed`. */
export function assertDecoded(text: string): void {
  if (text.includes(REPLACEMENT)) throw notUtf8();
}
