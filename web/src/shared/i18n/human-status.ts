import type { TFunction } from 'i18next';
import ru from './ru.json';

type Known = keyof typeof ru.humanStatus;

const isKnown = (text: string): text is Known => Object.hasOwn(ru.humanStatus, text);

/** The server's Russian status in the language of the screen; one we do not know stays as it came. */
export const humanStatus = (t: TFunction, text: string): string => (isKnown(text) ? t(`humanStatus.${text}`) : text);
