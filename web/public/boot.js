// Runs before the first paint, from the same origin so that the content policy needs no exception:
// colour scheme, language and direction are right from the first pixel.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const choice = stored('nadi-language');
  const language = choice === 'en' || choice === 'ar' ? choice : /^ar\b/i.test(navigator.language) ? 'ar' : 'en';
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  const scheme = stored('nadi-scheme');
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
