import type analytics from './analytics.ru.json';
import type figures from './figures.ru.json';
import type journal from './journal.ru.json';
import type dates from './dates.ru.json';
import type outcomes from './en-outcomes.json';
import type desk from './desk.ru.json';
import type appeal from './appeal.ru.json';
import type batch from './batch.ru.json';
import type alerts from './alerts.ru.json';
import type exports from './exports.ru.json';
import type inbox from './inbox.ru.json';
import type keys from './keys.ru.json';
import type palette from './palette.ru.json';
import type ru from './ru.json';
import type reconcile from './reconcile.ru.json';
import type radar from './radar.ru.json';
import type security from './security.ru.json';
import type screens from './screens.ru.json';
import type match from './match.ru.json';
import type members from './members.ru.json';
import type merchant from './merchant.ru.json';
import type platform from './platform.ru.json';
import type statement from './statement.ru.json';
import type span from './span.ru.json';
import type testMode from './test-mode.ru.json';
import type totals from './totals.ru.json';
import type trader from './trader.ru.json';
import type views from './views.ru.json';
import type webhooks from './webhooks.ru.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof ru & typeof screens;
      outcomes: typeof outcomes;
      webhooks: typeof webhooks;
      security: typeof security;
      analytics: typeof analytics;
      figures: typeof figures;
      journal: typeof journal;
      platform: typeof platform;
      inbox: typeof inbox;
      keys: typeof keys;
      dates: typeof dates;
      span: typeof span;
      statement: typeof statement;
      totals: typeof totals;
      palette: typeof palette;
      trader: typeof trader;
      views: typeof views;
      alerts: typeof alerts;
      exports: typeof exports;
      desk: typeof desk;
      appeal: typeof appeal;
      radar: typeof radar;
      match: typeof match;
      batch: typeof batch;
      reconcile: typeof reconcile;
      members: typeof members;
      merchant: typeof merchant;
      testMode: typeof testMode;
    };
  }
}
