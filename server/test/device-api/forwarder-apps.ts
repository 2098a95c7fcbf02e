import { createHmac } from 'node:crypto';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { FORWARDER_PATHS } from '@kantor/contract/plain/forwarders.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import type { Kantor } from '../support/kantor.ts';
import { type Answer, postRaw } from '../support/phone.ts';

// The applications of others, as they really post: read in their sources (docs/phones.md).

export interface Connected {
  address: string;
  key: string;
  template: string;
}

const base64 = (bytes: Buffer) => bytes.toString('base64');
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest();

interface Change {
  key?: string;
  sentAt?: Date;
  /** Sent instead of what was signed. */
  sent?: string;
  /** SmsForwarder alone: another form of the sign, made of the sign's bytes. */
  show?: (sign: Buffer) => string;
}

/** Sends a body as the application itself would. */
export interface Application {
  post(body: object, change?: Change): Promise<Answer>;
  /** @param received by the phone's clock. */
  message(text: string, received?: Date): object;
  ping(): object;
}

export function smsGateway(kantor: Kantor, { address, key }: Connected): Application {
  let n = 0;
  const event = (name: string, payload: object) => ({
    deviceId: 'ffffffffceb0b1db0000018e937c815b',
    event: name,
    id: `Ey6ECgOkVVFjz3CL48B8${(n += 1)}`,
    payload,
    webhookId: 'LreFUt-Z3sSq0JufY9uWB',
  });
  return {
    post: (content, { key: signedWith = key, sentAt = kantor.clock(), sent } = {}) => {
      const body = JSON.stringify(content);
      const timestamp = String(Math.floor(sentAt.getTime() / 1000));
      const headers = {
        'x-signature': hmac(signedWith, body + timestamp).toString('hex'),
        'x-timestamp': timestamp,
      };
      return postRaw(kantor, pathOf(address), sent ?? body, headers);
    },
    message: (text, received = kantor.clock()) =>
      event('sms:received', {
        messageId: 'abc123',
        message: text,
        phoneNumber: '900',
        simNumber: 1,
        receivedAt: new Date(received.getTime() + 180 * MINUTE).toISOString().replace('Z', '+03:00'),
      }),
    ping: () =>
      event('system:ping', { health: { status: 'pass', checks: { battery: { observedValue: 0.123456789 } } } }),
  };
}

/** The template of phones that were set up before there was another: the application writes `[from]` as it is. */
export const FIRST_TEMPLATE =
  '{"from":"[from]","title":"[title]","text":"[org_content]",' +
  `"received":"[receive_time:yyyy-MM-dd'T'HH:mm:ssZ]","timestamp":"[timestamp]","sign":"[sign]"}`;

const RECEIVED = "[receive_time:yyyy-MM-dd'T'HH:mm:ssZ]";
const escaped = (value = '') => JSON.stringify(value).slice(1, -1);

/** Fills our template in as the application does, one label after another. */
export function smsForwarder(kantor: Kantor, { address, key, template }: Connected): Application {
  const fill = (values: Record<string, string>) =>
    template
      .replaceAll('{{FROM}}', () => escaped(values['[from]']))
      .replaceAll('{{UID}}', () => values['{{UID}}'] ?? '0')
      .replaceAll('[from]', () => values['[from]'] ?? '')
      .replaceAll('[org_content]', () => escaped(values['[org_content]']))
      .replaceAll('[title]', () => escaped(values['[title]']))
      .replaceAll(
        RECEIVED,
        () =>
          values[RECEIVED] ??
          kantor
            .clock()
            .toISOString()
            .replace(/\.\d+Z$/, '+0000'),
      )
      .replaceAll('[timestamp]', () => values['[timestamp]'] ?? '')
      .replaceAll('[sign]', () => values['[sign]'] ?? '');
  return {
    post: (values, { key: signedWith = key, sentAt = kantor.clock(), sent, show = base64 } = {}) => {
      const timestamp = String(sentAt.getTime());
      const sign = encodeURIComponent(show(hmac(signedWith, `${timestamp}\n${signedWith}`)));
      const body = fill({ ...(values as Record<string, string>), '[timestamp]': timestamp, '[sign]': sign });
      return postRaw(kantor, pathOf(address), sent ?? body);
    },
    message: (text, received = kantor.clock()) => ({
      '[from]': '900',
      '[title]': 'SIM1_MegaFon',
      '[org_content]': text,
      [RECEIVED]: received.toISOString().replace('.000Z', '+0000'),
    }),
    ping: () => ({ '[from]': 'kantor-ping', '[title]': 'kantor-ping', '[org_content]': 'Заряд 80%' }),
  };
}

/** The path of an address below the device API. */
export const pathOf = (address: string) => new URL(address).pathname.replace(DEVICE_API_BASE, '');

/** The address at which an application posts for a device, below the device API. */
export const forwarderPath = (application: keyof typeof FORWARDER_PATHS, device: string) =>
  FORWARDER_PATHS[application].replace(':device', device);
