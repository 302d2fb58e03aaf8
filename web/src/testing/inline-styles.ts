/**
 * Answers `getComputedStyle` from inline styles and the browser's defaults. No style sheet of the app is loaded in these tests,
 * yet every lookup by role asks for the style of each element and of all around it: the whole cascade took a tenth of the time.
 */
type Cascade = typeof window.getComputedStyle & { cascade?: typeof window.getComputedStyle };
const before: Cascade = window.getComputedStyle;
// Files that share a window load this once each.
const cascade = before.cascade ?? before.bind(window);

const defaultDisplays = new Map<string, string>();

/** The display of a bare element of this kind. */
function defaultDisplay(tag: string): string {
  const cached = defaultDisplays.get(tag);
  if (cached !== undefined) return cached;
  const bare = document.body.appendChild(document.createElement(tag));
  const { display } = cascade(bare);
  bare.remove();
  defaultDisplays.set(tag, display);
  return display;
}

/** The inline value of a property, without making a style of an element that has none. */
const inline = (element: Element, property: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : '';

/** The inline value of the nearest element around that has one. */
function inherited(element: Element, property: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inline(at, property);
    if (value && value !== 'inherit') return value;
  }
  return '';
}

const computed: Record<string, (element: Element) => string> = {
  display: (element) => inline(element, 'display') || defaultDisplay(element.localName),
  visibility: (element) => inherited(element, 'visibility'),
  'pointer-events': (element) => inline(element, 'pointer-events'),
  content: () => '',
};
const cssNames: Record<string, string> = { pointerEvents: 'pointer-events' };

function computedValue(element: Element, property: string): string {
  const compute = element.isConnected ? computed[property] : undefined;
  return compute ? compute(element) : cascade(element).getPropertyValue(property);
}

const fromInline: Cascade = (element: Element): CSSStyleDeclaration =>
  new Proxy({} as CSSStyleDeclaration, {
    get: (_target, name) => {
      if (typeof name === 'symbol') return undefined;
      if (name === 'getPropertyValue') return (property: string) => computedValue(element, property);
      const property = cssNames[name] ?? name;
      return Object.hasOwn(computed, property) ? computedValue(element, property) : Reflect.get(cascade(element), name);
    },
  });
fromInline.cascade = cascade;
window.getComputedStyle = fromInline;

export {};
