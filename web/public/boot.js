// Runs before the first paint; the build puts it into the page, and the content policy allows it by its hash.
// Colour scheme, language and direction are right from the first pixel, and the gateway learns them from a cookie.
(() => {
  const stored = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  };
  const oneOf = (value, ...allowed) => (allowed.includes(value) ? value : '');
  const root = document.documentElement;
  const chosenLanguage = () => oneOf(stored('nadi-language'), 'en', 'ar');
  const chosenScheme = () => oneOf(stored('nadi-scheme'), 'light', 'dark');
  const hasToken = () => Boolean(stored('token') || stored('token', 'sessionStorage'));

  // Language, digits, scheme and whether somebody is signed in here: gateway/plugins/rendering/view.ts reads it.
  const saveView = () => {
    const digits = oneOf(stored('nadi-digits'), 'arab');
    const view = [chosenLanguage(), digits, chosenScheme(), hasToken() ? 'in' : ''].join('.');
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers too late, and not every browser has it.
    document.cookie = `nadi-view=${view}; path=/; max-age=31536000; samesite=lax${secure}`;
  };

  const language = chosenLanguage() || (/^ar\b/i.test(navigator.language) ? 'ar' : 'en');
  const isReplaced = root.hasAttribute('data-rendered') && (root.lang !== language || hasToken());
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  // Begins to load the font of the language: its lines would break elsewhere if it came after the first text.
  const font = document.querySelector('meta[name=nadi-fonts]')?.dataset[language];
  if (font && !document.querySelector(`link[href="${font}"]`)) {
    const preload = Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      crossOrigin: '',
      href: font,
    });
    document.head.append(preload);
  }
  const scheme = chosenScheme();
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.removeAttribute('data-auto');
  // Show placeholders instead of what was rendered for a visitor or in another language, as when the cookie is missing: the app replaces
  // it, and what was typed or pressed there would be lost.
  if (isReplaced) root.setAttribute('data-replaced', '');
  saveView();
  addEventListener('nadi:view', saveView);

  // Until the app has drawn the page, a returning member sees it as web/src/sync/last-page.ts has stored it. In a shadow tree, so
  // that nothing finds a thing twice.
  let isReady = false;
  const host = document.createElement('div');
  const hideLastPage = () => {
    isReady = true;
    host.remove();
    root.removeAttribute('data-last-page');
  };
  const showLastPage = ({ css, html }) => {
    if (isReady) return;
    host.inert = true;
    host.id = 'last-page';
    host.setAttribute('aria-hidden', 'true');
    const [style, page, body] = ['style', 'html', 'body'].map((name) => document.createElement(name));
    style.textContent = css;
    for (const { name, value } of root.attributes) page.setAttribute(name, value);
    body.innerHTML = html;
    page.append(body);
    host.attachShadow({ mode: 'closed' }).append(style, page);
    document.body.prepend(host);
    // Lists render in steps below it, unless a scroll position is to be restored (web/src/components/use-progressive-list.ts).
    root.setAttribute('data-last-page', performance.getEntriesByType('navigation')[0]?.type ?? '');
    setTimeout(hideLastPage, 10_000);
  };
  const week = 7 * 24 * 3600 * 1000;
  const readLastPage = () => {
    const token = stored('token');
    try {
      const owner = JSON.parse(stored('nadi-owner'));
      const page = JSON.parse(stored(`nadi-page ${location.pathname}`));
      const isTheirs = token && owner.token === token && page.owner === owner.user.ID;
      const isAlike =
        page.language === root.lang && page.digits === stored('nadi-digits') && page.isWide === matchMedia('(width >= 64em)').matches;
      return isTheirs && isAlike && Date.now() - page.at < week ? page : null;
    } catch {
      return null;
    }
  };
  // A session that ended elsewhere, or as the app was starting, leaves no page behind.
  const eraseLastPages = () => {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith('nadi-page ')) localStorage.removeItem(key);
    } catch {
      // Storage is forbidden: nothing was stored.
    }
  };
  if (!hasToken()) eraseLastPages();
  // The app is ready before its answers have come: text gives way to them, and for two seconds not to placeholders.
  const isWaiting = () =>
    [...document.querySelectorAll('#root .mantine-Skeleton-root')].some((each) => each.getBoundingClientRect().top < innerHeight);
  const hideOnceLoaded = (tries = 20) => {
    if (tries > 0 && host.isConnected && isWaiting()) setTimeout(() => hideOnceLoaded(tries - 1), 100);
    else hideLastPage();
  };
  addEventListener('nadi:ready', () => hideOnceLoaded(), { once: true });
  const lastPage = readLastPage();
  // Before the app's scripts run: they take a slow phone a second.
  const watcher = new MutationObserver(() => {
    if (!document.body) return;
    watcher.disconnect();
    showLastPage(lastPage);
  });
  if (lastPage && !location.search) watcher.observe(root, { childList: true });

  // A rendered page cannot answer yet: a press waits until the app has taken the page over, and so does Enter in a form without
  // a button. In one with a button, Enter presses the button.
  let pressed;
  const hold = (event) => {
    const control = event.type === 'submit' ? event.target : event.target.closest?.('button, [type=checkbox]');
    if (!root.hasAttribute('data-rendered') || !control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = control;
  };
  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);
  // A part whose script never comes must not hold the presses for ever.
  addEventListener('load', () => setTimeout(() => dispatchEvent(new Event('nadi:ready')), 10_000));
  addEventListener('nadi:ready', () => {
    root.removeAttribute('data-rendered');
    if (pressed?.requestSubmit) pressed.requestSubmit();
    else pressed?.click();
    pressed = undefined;
  });
})();
