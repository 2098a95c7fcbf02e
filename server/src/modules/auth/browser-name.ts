/** The first that fits: browsers name those that they came from, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1];

/** A browser and its system by what it says of itself, such as «Firefox, Windows»; null when it says neither. */
export function nameBrowser(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const names = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(', ');
}
