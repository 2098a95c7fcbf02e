export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

/**
 * The language of a page: the one that was switched to, else the first of ours that the browser prefers, else English, which is
 * what the web falls back to; a browser that prefers nothing is shown Russian.
 * @param accepted the header Accept-Language.
 */
export function languageOf(asked: unknown, accepted: string | undefined): Language {
  if (typeof asked === 'string' && isLanguage(asked)) return asked;
  if (accepted === undefined || accepted.trim() === '') return 'ru';
  const wanted = accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  if (wanted[0]?.language === '*') return 'ru';
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en';
}
