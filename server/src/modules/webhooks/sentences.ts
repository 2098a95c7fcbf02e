// Failures on the way to a merchant's server, in the merchant's words.

const REDIRECTED = 'Сервер перенаправляет на другой адрес. Вебхуки туда не идут: укажите сразу конечный адрес';
const GONE = 'Сервер ответил 410: больше не присылать';

/** Empty for a success. */
export function sentenceOfStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status === 410) return GONE;
  if (status >= 300 && status < 400) return REDIRECTED;
  return `Сервер ответил ${status}`;
}

const NO_NAME = 'Имя сервера не найдено';
const NO_ANSWER_ABOUT_NAME = 'Не удалось узнать, где находится сервер: серверы имён не отвечают';
const BROKEN_OFF = 'Сервер оборвал соединение';
const OUT_OF_REACH = 'До сервера не удалось достучаться';
const UNTRUSTED = 'Сертификату сервера нельзя доверять: он выпущен не центром сертификации или цепочка неполная';
const OTHER_PROTOCOL = 'Сервер отвечает не по протоколу HTTP';

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_NAME,
  ENODATA: NO_NAME,
  EBADNAME: NO_NAME,
  ETIMEOUT: NO_ANSWER_ABOUT_NAME,
  ESERVFAIL: NO_ANSWER_ABOUT_NAME,
  EREFUSED: NO_ANSWER_ABOUT_NAME,
  ECONNREFUSED: 'Сервер не принимает соединения',
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  ERR_STREAM_PREMATURE_CLOSE: BROKEN_OFF,
  ETIMEDOUT: OUT_OF_REACH,
  EHOSTUNREACH: OUT_OF_REACH,
  ENETUNREACH: OUT_OF_REACH,
  EADDRNOTAVAIL: OUT_OF_REACH,
  CERT_HAS_EXPIRED: 'Срок действия сертификата сервера истёк',
  CERT_NOT_YET_VALID: 'Сертификат сервера ещё не действует',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат сервера выпущен на другое имя',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** The sentence for an error of the network. The addresses of a name are left out: they may be of our own network. */
export function sentenceOf(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith('HPE_')) return OTHER_PROTOCOL;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS_')) {
    return SENTENCES[code] ?? 'С сервером не удалось договориться о защищённом соединении';
  }
  return SENTENCES[code] ?? `Отправить не удалось${code === '' ? '' : ` (${code})`}`;
}

/** The error of the first of several addresses that were tried. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
