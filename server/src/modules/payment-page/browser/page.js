// What makes the payment page livelier. Without it the page says and does the same, after a reload.

(() => {
  const POLL_MS = 10_000;
  /** Beside a stream, in case that it has died without a word. */
  const CALM_POLL_MS = 30_000;
  /** Between polls when time has run out. */
  const END_POLL_MS = 3000;
  const COPIED_MS = 2000;
  const MAX_FILE_BYTES = 10 * 1024 * 1024;

  const { now = '', events = '', page = '' } = document.body.dataset;
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  const said = /** @type {HTMLElement} */ (document.querySelector('#said'));

  /** The server's clock: its word, and when that came. This machine's own may be wrong. */
  let told = { server: Date.parse(now), here: performance.now() };
  const serverNow = () => told.server + performance.now() - told.here;

  let polledAt = performance.now();
  let isPolling = false;
  let isLive = false;
  /** @type {EventSource | undefined} */
  let stream;

  function countDown() {
    const left = main.querySelector('[data-until]');
    if (!(left instanceof HTMLElement)) return;
    const seconds = Math.max(0, Math.ceil((Date.parse(left.dataset['until'] ?? '') - serverNow()) / 1000));
    const clock = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
    left.textContent = `${left.dataset['left']} ${clock}`;
    if (seconds === 0 && performance.now() - polledAt > END_POLL_MS) void poll();
  }

  /** What the markup hides from whoever has no script. */
  function enliven() {
    for (const button of main.querySelectorAll('.copy')) button.removeAttribute('hidden');
    countDown();
  }

  const fields = () => [...main.querySelectorAll('form')].flatMap((form) => [...form.elements].filter(isField));

  /**
   * @param {Element} element
   * @returns {element is HTMLInputElement | HTMLTextAreaElement}
   */
  const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

  /** What is typed, chosen, opened and has the focus, to be so again in the part that takes this one's place. */
  function keep() {
    const before = fields();
    const active = document.activeElement;
    const hadFocus = main.contains(active);
    const isOpen = main.querySelector('details')?.open === true;
    return () => {
      const details = main.querySelector('details');
      if (details !== null && isOpen) details.open = true;
      const now = fields();
      for (const old of before) {
        const field = now.find(({ name, form }) => name === old.name && form?.action === old.form?.action);
        if (field === undefined) continue;
        // A file that was refused is not sent again.
        if (field.type !== 'file') field.value = old.value;
        else if (old instanceof HTMLInputElement && field instanceof HTMLInputElement && !field.ariaInvalid) {
          field.files = old.files;
        }
        if (old === active) field.focus();
      }
      if (hadFocus && !main.contains(document.activeElement)) lead();
    };
  }

  /** To what is wrong, else to what the part says first. */
  function lead() {
    const target = main.querySelector('[aria-invalid]') ?? main.querySelector('h1');
    if (!(target instanceof HTMLElement)) return;
    if (target.tagName === 'H1') target.tabIndex = -1;
    target.focus();
  }

  /**
   * Shows another main part, unless it is the one that stands there: what is being typed stays.
   * @param {{ version: string, title: string, html: string, at: string }} part
   * @param {boolean} [isDone] of the answer to a form: whether that was taken.
   */
  function show({ version, title, html, at }, isDone) {
    told = { server: Date.parse(at), here: performance.now() };
    if (version === main.dataset['version'] && isDone === undefined) return;
    const restore = keep();
    main.dataset['version'] = version;
    main.innerHTML = html;
    document.title = title;
    enliven();
    if (isDone !== true) restore();
    if (isDone !== undefined) lead();
    if (isDone !== false) said.textContent = main.querySelector('h1')?.textContent ?? '';
  }

  /**
   * Shows the main part of a page. One that is about no payment is not shown.
   * @param {string} text
   * @param {boolean} [isDone] as of `show`.
   * @returns {string | undefined} what such a page says.
   */
  function showPage(text, isDone) {
    const { body, title } = new DOMParser().parseFromString(text, 'text/html');
    const part = body.querySelector('main');
    const version = part?.dataset['version'];
    if (part === null || version === undefined) return part?.textContent?.trim() ?? '';
    show({ version, title, html: part.innerHTML, at: body.dataset['now'] ?? '' }, isDone);
    return undefined;
  }

  async function poll() {
    if (isPolling) return;
    isPolling = true;
    polledAt = performance.now();
    try {
      const response = await fetch(page);
      if (response.ok) showPage(await response.text());
    } catch {
      // The next one may come through.
    } finally {
      isPolling = false;
    }
  }

  function follow() {
    stream?.close();
    stream = new EventSource(events);
    stream.addEventListener('open', () => {
      isLive = true;
    });
    stream.addEventListener('error', () => {
      isLive = false;
    });
    stream.addEventListener('message', ({ data }) => show(JSON.parse(String(data))));
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const { copy: typed = '', copied = '' } = button.dataset;
    try {
      await navigator.clipboard.writeText(typed);
    } catch {
      // Applications that show pages inside themselves have no clipboard to give.
      const field = document.createElement('textarea');
      field.value = typed;
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
      button.focus();
    }
    const { textContent: text, ariaLabel: name } = button;
    if (name === copied) return;
    button.textContent = copied;
    button.ariaLabel = copied;
    said.textContent = copied;
    setTimeout(() => {
      button.textContent = text;
      button.ariaLabel = name;
    }, COPIED_MS);
  }

  /** @param {HTMLFormElement} form */
  async function send(form) {
    const button = form.querySelector('button');
    const fault = form.querySelector('[data-said]');
    const file = form.querySelector('input[type=file]');
    if (button === null || fault === null) return;
    if (file instanceof HTMLInputElement && (file.files?.[0]?.size ?? 0) > MAX_FILE_BYTES) {
      fault.textContent = file.dataset['tooLarge'] ?? '';
      return;
    }
    button.disabled = true;
    fault.textContent = '';
    try {
      const response = await fetch(form.action, { method: 'POST', body: new FormData(form) });
      fault.textContent = showPage(await response.text(), response.ok) ?? '';
    } catch {
      fault.textContent = form.dataset['failed'] ?? '';
    } finally {
      button.disabled = false;
      // Whoever is disabled loses the focus.
      if (document.activeElement === document.body) button.focus();
    }
  }

  main.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null;
    if (button instanceof HTMLElement) void copy(button);
  });
  main.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void send(event.target);
  });
  // A phone puts the page to sleep while its owner is in the bank's application.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void poll();
  });
  setInterval(countDown, 1000);
  setInterval(() => {
    if (performance.now() - polledAt > (isLive ? CALM_POLL_MS : POLL_MS)) void poll();
    // The server refused it, perhaps for the number of others.
    if (stream?.readyState === EventSource.CLOSED) follow();
  }, POLL_MS);
  enliven();
  follow();
})();
