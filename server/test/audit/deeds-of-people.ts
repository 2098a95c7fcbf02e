import * as views from '@kantor/contract/wire/views.ts';
import type { AlertKind } from '@kantor/contract/plain/alerts.ts';
import * as alerts from '@kantor/contract/wire/alerts.ts';
import * as auth from '@kantor/contract/wire/auth.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import * as members from '@kantor/contract/wire/members.ts';
import { explainMessage } from '@kantor/contract/wire/platform/reading.ts';
import * as security from '@kantor/contract/wire/security.ts';
import { alertChannelOf } from '../http/fixture.ts';
import { PASSWORD } from '../support/people.ts';
import { setUpTotp } from '../support/second-factors.ts';
import { softwarePasskey } from '../support/software-passkey.ts';
import type { Deed, Scene } from './scene.ts';

// What people do to their accounts' members, and to how they sign in.

const SITE = { origin: 'https://kantor.example', rpId: 'kantor.example' };

async function addPasskey({ trader }: Scene): Promise<{ id: string }> {
  const { challenge, options } = await trader.call(security.startPasskey);
  const response = softwarePasskey(SITE).create(options);
  return trader.call(security.addPasskey, { body: { challenge, name: 'Ноутбук', response } });
}

const invite = ({ trader }: Scene) => trader.call(members.createInvitation, { body: { role: 'shift' } });

/** A member of the trader's account whom nothing else knows. */
const shiftOf = ({ kantor, trader }: Scene) => kantor.createMember(trader.id, 'shift');

/** One more sign-in of the trader. */
const signInAgain = ({ kantor, trader }: Scene) => kantor.signIn(trader.username);

export const OF_PEOPLE: readonly Deed[] = [
  {
    call: alerts.addPushBrowser,
    action: 'link-alerts',
    act: async ({ trader }) => void (await alertChannelOf(trader)),
  },
  {
    call: alerts.removeAlertChannel,
    action: 'unlink-alerts',
    act: async ({ trader }) => {
      await trader.call(alerts.removeAlertChannel, { params: { id: await alertChannelOf(trader) } });
    },
  },
  {
    call: alerts.chooseAlerts,
    action: 'choose-reports',
    act: async ({ trader }) => {
      const choose = (kind: AlertKind, isOn: boolean) =>
        trader.call(alerts.chooseAlerts, {
          body: { kinds: [{ kind, is_on: isOn, sounds: false }], quiet_hours: null },
        });
      await choose('report_day', true);
      // The rest of what calls a person is their own taste.
      await choose('order_new', false);
    },
  },
  {
    call: auth.acceptInvitation,
    action: 'accept-invitation',
    act: async (scene) => {
      const { token } = await invite(scene);
      const body = { token, username: `newcomer-${scene.trader.username}`, password: 'a long enough password' };
      await scene.kantor.guest.call(auth.acceptInvitation, { body });
      return 'somebody else';
    },
  },
  {
    call: auth.joinAccount,
    action: 'accept-invitation',
    act: async (scene) => {
      const { kantor, merchant } = scene;
      const { token } = await invite(scene);
      const tokens = await kantor.guest.call(auth.login, { body: { username: merchant.username, password: PASSWORD } });
      const body = { token, refresh: tokens.refresh };
      await kantor.clientWith(tokens.access).call(auth.joinAccount, { body });
      return merchant.personId;
    },
  },
  {
    call: security.changePassword,
    action: 'change-password',
    act: ({ trader }) => trader.call(security.changePassword, { body: { password: 'another long enough password' } }),
  },
  { call: security.confirmTotp, action: 'set-authenticator', act: ({ kantor, trader }) => setUpTotp(kantor, trader) },
  {
    call: security.removeTotp,
    action: 'remove-authenticator',
    act: async ({ kantor, trader }) => {
      await setUpTotp(kantor, trader);
      await trader.call(security.removeTotp);
    },
  },
  { call: security.addPasskey, action: 'add-passkey', act: addPasskey },
  {
    call: security.removePasskey,
    action: 'remove-passkey',
    act: async (scene) => {
      const { id } = await addPasskey(scene);
      await scene.trader.call(security.removePasskey, { params: { id } });
    },
  },
  {
    call: security.replaceRecoveryCodes,
    action: 'replace-recovery-codes',
    act: async ({ kantor, trader }) => {
      await setUpTotp(kantor, trader);
      await trader.call(security.replaceRecoveryCodes);
    },
  },
  {
    call: security.endSignIn,
    action: 'end-sign-in',
    act: async (scene) => {
      await signInAgain(scene);
      const { results } = await scene.trader.call(security.listSignIns);
      const id = results.find((each) => !each.is_current)?.id ?? '';
      await scene.trader.call(security.endSignIn, { params: { id } });
    },
  },
  {
    call: security.endOtherSignIns,
    action: 'end-sign-ins',
    act: async (scene) => {
      await signInAgain(scene);
      await scene.trader.call(security.endOtherSignIns);
      // There is none any more: nothing is done.
      await scene.trader.call(security.endOtherSignIns);
    },
  },
  {
    call: members.setMemberRole,
    action: 'set-member-role',
    act: async (scene) => {
      const { personId: id } = await shiftOf(scene);
      const change = { params: { id }, body: { role: 'owner' as const } };
      await scene.trader.call(members.setMemberRole, change);
      await scene.trader.call(members.setMemberRole, change);
    },
  },
  {
    call: members.removeMember,
    action: 'remove-member',
    act: async (scene) => {
      const { personId: id } = await shiftOf(scene);
      await scene.trader.call(members.removeMember, { params: { id } });
    },
  },
  {
    call: members.leaveAccount,
    action: 'leave-account',
    act: async (scene) => {
      const shift = await shiftOf(scene);
      await shift.call(members.leaveAccount);
      return shift.personId;
    },
  },
  { call: members.createInvitation, action: 'invite-member', act: invite },
  {
    call: members.revokeInvitation,
    action: 'revoke-invitation',
    act: async (scene) => {
      const { id } = await invite(scene);
      await scene.trader.call(members.revokeInvitation, { params: { id } });
    },
  },
];

/** Calls that change nothing which outlives a sign-in. */
export const NO_DEEDS_OF_PEOPLE: readonly (readonly [Call, string])[] = [
  [views.saveView, 'how a list is looked at is a person’s own taste'],
  [views.changeView, 'likewise'],
  [views.removeView, 'likewise'],
  [views.chooseView, 'likewise'],
  [alerts.testAlerts, 'it only calls'],
  [alerts.startTelegram, 'nothing is linked before the chat sends the code: server/test/alerts/telegram.test.ts'],
  [explainMessage, 'it only tells, and keeps nothing'],
  [auth.login, 'the log has it, and the list of sign-ins'],
  [auth.refresh, 'the same sign-in goes on'],
  [auth.logout, 'the person ends the sign-in that they are in'],
  [auth.stepUp, 'what it is for is a deed'],
  [auth.switchAccount, 'the same sign-in goes on elsewhere; deeds name their account'],
  [auth.readInvitation, 'it only tells'],
  [security.startTotp, 'nothing is set up before the first code'],
  [security.startPasskey, 'nothing is set up before the key is there'],
  [security.challengePasskey, 'it only asks'],
];
