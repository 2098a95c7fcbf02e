/** The launcher's texts in the language of the terminal: Russian under a Russian locale, else English. */
const TEXTS = {
  installing: ['Installing packages…', 'Устанавливаем пакеты…'],
  installFailed: ['The packages could not be installed. npm said:', 'Не удалось установить пакеты. Ответ npm:'],
  installingAgain: ['Installing packages once more…', 'Устанавливаем пакеты ещё раз…'],
  building: ['Building the web pages…', 'Собираем страницы…'],
  buildFailed: ['The web pages could not be built:', 'Не удалось собрать страницы:'],
  stopping: ['Stopping…', 'Останавливаем…'],
  simulatorEnded: ['The simulator ended; starting it again in', 'Симулятор остановился; перезапуск через'],
  seconds: ['s', 'с'],
  noNode: [
    'Kantor runs on Node 24, and no build of it is known for this system: install Node 24 or newer.',
    'Kantor работает на Node 24, а для этой системы готовой сборки нет: установите Node 24 или новее.',
  ],
  oldNode: ['Kantor needs Node 20 or newer to start.', 'Для запуска Kantor нужен Node 20 или новее.'],
  portTaken: [
    'is taken by another program. Stop that one, or set PORT to another.',
    'занят другой программой. Остановите её или задайте другой PORT.',
  ],
  installingChromium: ['Installing Chromium for the browser tests…', 'Устанавливаем Chromium для проверок в браузере…'],
  noChromium: [
    'The browser tests need Chromium: install it, or give its path in CHROMIUM_PATH.',
    'Для проверок в браузере нужен Chromium: установите его или укажите путь в CHROMIUM_PATH.',
  ],
  failedSteps: ['Failed:', 'Не прошло:'],
  allPassed: [
    'All checks passed. The long tests: npm run test:long.',
    'Все проверки прошли. Долгие: npm run test:long.',
  ],
  longPassed: ['The long tests passed.', 'Долгие проверки прошли.'],
};

const locale = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '';
const language = locale.startsWith('ru') ? 1 : 0;

/** @param {keyof typeof TEXTS} key */
export function text(key) {
  return TEXTS[key][language] ?? key;
}

/** @param {keyof typeof TEXTS} key */
export function say(key) {
  console.log(text(key));
}
