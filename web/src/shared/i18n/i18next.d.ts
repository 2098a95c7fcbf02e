import type figures from './figures.ru.json';
import type journal from './journal.ru.json';
import type outcomes from './en-outcomes.json';
import type desk from './desk.ru.json';
import type ru from './ru.json';
import type radar from './radar.ru.json';
import type security from './security.ru.json';
import type screens from './screens.ru.json';
import type members from './members.ru.json';
import type platform from './platform.ru.json';
import type webhooks from './webhooks.ru.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof ru & typeof screens;
      outcomes: typeof outcomes;
      webhooks: typeof webhooks;
      security: typeof security;
      figures: typeof figures;
      journal: typeof journal;
      platform: typeof platform;
      desk: typeof desk;
      radar: typeof radar;
      members: typeof members;
    };
  }
}
