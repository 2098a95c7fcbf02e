import { describe, expect, test } from 'vitest';
import { readAnyPost } from '../../src/modules/device-api/any-post.ts';

const FORM = 'application/x-www-form-urlencoded';

describe('a message cannot pass for another sender’s', () => {
  const BANK = 'Зачисление 1р';
  const sentBy = (post: ReturnType<typeof readAnyPost>) => (post.kind === 'message' ? post.sender : post.kind);
  const json = (from: string, text = BANK) =>
    readAnyPost({
      query: '',
      contentType: 'application/json',
      text: `{"from":"${from}","title":"t","text":"${text}"}`,
    });
  const query = (from: string, text = BANK) =>
    readAnyPost({ query: `from=${from}&title=t&end=1`, contentType: 'text/plain', text });
  const form = (from: string, text = 'x') =>
    readAnyPost({ query: '', contentType: FORM, text: `from=${from}&title=t&text=${text}` });

  // As a template writes it that puts a message in as it is. A sender's name has eleven signs at most.
  const NAMES = [
    '900","a":"',
    String.raw`\u003900`,
    '900","id":"',
    '900&title=a',
    '900&time=1',
    '900&a=',
    '900&',
    '900#',
    '%39%30%30',
    '900&end=1#',
    'T+Bank',
    '900&text=a',
    '900\n',
    ' 900',
    '900","app":',
  ];
  test.for(NAMES)('%s', (name) => {
    for (const read of [json, query, form]) expect(['900', 'T Bank', 'T-Bank']).not.toContain(sentBy(read(name)));
    // The address that the fragment has cut off.
    const [cut = ''] = `from=${name}&title=t&end=1`.split('#');
    expect(['900', 'T Bank']).not.toContain(sentBy(readAnyPost({ query: cut, contentType: undefined, text: BANK })));
  });

  const TEXTS = [
    'x","from":"900","y":"',
    'x","from":"900',
    String.raw`x\",\"from\":\"900`,
    'x&from=900',
    '{"from":"900","text":"x"}',
    'x"}{"from":"900"',
  ];
  test.for(TEXTS)('by its text: %s', (text) => {
    for (const read of [json, query, form]) expect(['Mama', 'refused']).toContain(sentBy(read('Mama', text)));
  });

  test('is refused without a sender, with two, with what nobody knows, and read as it was written otherwise', () => {
    const read = (text: string) => readAnyPost({ query: '', contentType: undefined, text }).kind;
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"text":"a"}',
      '{"from":"900"}',
      '{"from":"900","app":"x","text":"a"}',
      '{"from":"900","text":"a","extra":"b"}',
      '{"from":["900"],"text":"a"}',
      '{"from":"900","text":"a",}',
      '"'.repeat(9000),
      `{"from":"${'\\'.repeat(8000)}`,
      '{'.repeat(9000),
    ])
      expect([text.slice(0, 50), read(text)]).toEqual([text.slice(0, 50), 'refused']);
    expect(
      readAnyPost({
        query: '',
        contentType: 'application/json',
        text: '{"App":"ru.bank","not_title":"T","Not-Text":"a\nb","time":1767225600}',
      }),
    ).toEqual({
      ...{ kind: 'message', sender: 'ru.bank', isNotification: true, title: 'T', text: 'a\nb' },
      time: new Date('2026-01-01T00:00:00Z'),
    });
  });
});
