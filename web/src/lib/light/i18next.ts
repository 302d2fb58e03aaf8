/**
 * The part of i18next that the browser uses, with its names and results, in a tenth of the bytes
 * (docs/decisions/045-a-small-translator-in-the-browser.md). The server keeps i18next; web/light-libraries.test.ts compares both.
 */

type Texts = { [key: string]: string | Texts };
type Values = Record<string, unknown> & {
  ns?: string | readonly string[];
  count?: unknown;
  defaultValue?: string;
  returnObjects?: boolean;
};
type Areas = string | readonly string[];
type Listener = (language: string) => void;
/** A module for `use`; its `type` says what it does. */
interface Module {
  type: string;
  read?(language: string, area: string): Promise<Texts>;
  format?(value: unknown, format: string | undefined, language: string): unknown;
  init?(instance: Translator): void;
}
interface Settings {
  lng: string;
  ns: string[];
  defaultNS: string;
}

const listOf = (areas: Areas): readonly string[] => (typeof areas === 'string' ? [areas] : areas);
const plurals = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

/** Keys to look for, the most specific first. */
function formsOf(key: string, count: unknown, language: string): string[] {
  if (typeof count !== 'number') return [key];
  const form = `${key}_${pluralOf(language, count)}`;
  return count === 0 ? [`${key}_zero`, form, key] : [form, key];
}

const deep = (texts: Texts | undefined, key: string): string | Texts | undefined =>
  key.split('.').reduce<string | Texts | undefined>((found, part) => (typeof found === 'object' ? found[part] : undefined), texts);

export class Translator {
  language = '';
  isInitialized = false;
  /** Counts the changes of language, so that components know when to draw anew. */
  revision = 0;
  private backend: Module | undefined;
  private formatter: Module | undefined;
  private readonly others: Module[] = [];
  private readonly listeners = new Set<Listener>();
  private readonly areas = new Set<string>();
  private readonly further = new Set<string>();
  private readonly loaded = new Map<string, Texts | null>();
  private readonly loading = new Map<string, Promise<void>>();
  private next = '';
  private firstArea = '';

  use(module: Module): this {
    if (module.type === 'backend') this.backend = module;
    else if (module.type === 'formatter') this.formatter = module;
    else this.others.push(module);
    return this;
  }

  async init({ lng, ns, defaultNS }: Settings): Promise<void> {
    this.firstArea = defaultNS;
    for (const each of this.others) each.init?.(this);
    for (const area of ns) this.areas.add(area);
    this.isInitialized = true;
    await this.changeLanguage(lng);
  }

  on(_event: 'languageChanged', listener: Listener): void {
    this.listeners.add(listener);
  }

  off(_event: 'languageChanged', listener: Listener): void {
    this.listeners.delete(listener);
  }

  /**
   * Loads the areas in use first, then changes; the last of several choices wins. Unlike i18next, rejects and keeps the language if
   * areas on the screen cannot be loaded, which would be shown as keys; the next choice requests them again.
   */
  async changeLanguage(language: string): Promise<void> {
    this.next = language;
    await this.loadAll([language], this.areas);
    if (this.next !== language) return;
    const missing = [...this.areas].filter(
      (area) => this.hasResourceBundle(this.language, area) && !this.hasResourceBundle(language, area),
    );
    for (const area of missing) this.loaded.delete(`${language}|${area}`);
    if (missing.length > 0) throw new Error(`No texts for ${missing.join()} in ${language}`);
    this.language = language;
    this.revision++;
    for (const listener of this.listeners) listener(language);
  }

  async loadNamespaces(areas: Areas): Promise<void> {
    for (const area of listOf(areas)) this.areas.add(area);
    await this.loadAll([this.language, ...this.further], listOf(areas));
  }

  async loadLanguages(language: string): Promise<void> {
    this.further.add(language);
    await this.loadAll([language], this.areas);
  }

  /** Loads areas again of which the loading has failed. */
  async reloadResources(language: string, areas: Areas): Promise<void> {
    for (const area of listOf(areas)) this.loaded.delete(`${language}|${area}`);
    await this.loadAll([language], listOf(areas));
  }

  hasResourceBundle(language: string, area: string): boolean {
    return Boolean(this.loaded.get(`${language}|${area}`));
  }

  /** Whether an area was loaded, or could not be. */
  isReady(area: string): boolean {
    return this.loaded.has(`${this.language}|${area}`);
  }

  exists(key: string, values: Values = {}): boolean {
    return this.find(key, values) !== undefined;
  }

  t(keys: Areas, values: Values = {}): unknown {
    const all = listOf(keys);
    const found = all.map((key) => this.find(key, values)).find((each) => each !== undefined);
    if (typeof found === 'object' && values.returnObjects) return found;
    const last = all.at(-1) ?? '';
    const text = typeof found === 'string' ? found : (values.defaultValue ?? last.slice(last.indexOf(':') + 1));
    return this.fillIn(text, values);
  }

  /** `t` with areas to look in, and a prefix of the keys. */
  getFixedT(_language: string | null, areas?: Areas, prefix?: string) {
    return (keys: Areas, values: Values = {}): unknown => {
      const whole = prefix ? listOf(keys).map((key) => `${prefix}.${key}`) : keys;
      return this.t(whole, areas === undefined ? values : { ns: areas, ...values });
    };
  }

  private find(key: string, { ns, count }: Values): string | Texts | undefined {
    const colon = key.indexOf(':');
    const areas = colon < 0 ? listOf(ns ?? this.firstArea) : [key.slice(0, colon)];
    const forms = formsOf(key.slice(colon + 1), count, this.language);
    for (const area of areas) {
      const texts = this.loaded.get(`${this.language}|${area}`) ?? undefined;
      const found = forms.map((form) => deep(texts, form)).find((each) => each !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private fillIn(text: string, values: Values): string {
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      if (!Object.hasOwn(values, name)) return whole;
      const value = this.formatter?.format?.(values[name], undefined, this.language);
      return value === undefined || value === null ? '' : String(value);
    });
  }

  private async loadAll(languages: Iterable<string>, areas: Iterable<string>): Promise<void> {
    const pairs = [...languages].flatMap((language) => [...areas].map((area) => [language, area] as const));
    await Promise.all(pairs.map(([language, area]) => this.load(language, area)));
  }

  private load(language: string, area: string): Promise<void> {
    const id = `${language}|${area}`;
    if (this.loaded.has(id) || !this.backend?.read) return Promise.resolve();
    const begun = this.loading.get(id);
    if (begun) return begun;
    const loading = this.backend
      .read(language, area)
      .then(
        (texts) => void this.loaded.set(id, texts),
        () => void this.loaded.set(id, null),
      )
      .finally(() => this.loading.delete(id));
    this.loading.set(id, loading);
    return loading;
  }
}

export default { createInstance: () => new Translator() };
