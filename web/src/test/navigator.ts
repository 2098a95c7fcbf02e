import { onTestFinished } from 'vitest';

/** Gives `navigator` a property that jsdom lacks, until the test ends. */
export function lendNavigator(name: 'clipboard' | 'locks', value: object): void {
  const before = Object.getOwnPropertyDescriptor(navigator, name);
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, name, before);
    else Reflect.deleteProperty(navigator, name);
  });
}
