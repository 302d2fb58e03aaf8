import { groupSize, idsOfGroup, isRendered, type RenderedGroups, type WindowedList } from './use-windowed-list';

/** Distance from the viewport, in screens, within which a group gets rendered, and within which it stays. */
const [enterMargin, leaveMargin] = [1.25, 2.25];
/** Selector of state that would be lost if its item were not rendered: open menus and typed text. */
const inUse = '[aria-expanded="true"], textarea';
const defaultHeight = 80;
const maxLists = 20;

/** Measured heights of a list's items, and its row gap. */
class Heights {
  #width = 0;
  #columns = 1;
  #gap = 0;
  #sum = 0;
  readonly #byId = new Map<string, number>();

  /** Reads the layout; forgets the heights if the width has changed. */
  readLayout(list: HTMLElement): void {
    const { display, gridTemplateColumns, rowGap } = getComputedStyle(list);
    const width = list.clientWidth;
    if (width !== this.#width) {
      this.#byId.clear();
      this.#sum = 0;
    }
    this.#width = width;
    this.#columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1;
    this.#gap = Number.parseFloat(rowGap) || 0;
  }

  set(id: string, height: number): void {
    this.#sum += height - (this.#byId.get(id) ?? 0);
    this.#byId.set(id, height);
  }

  /** Height of some items in their rows; an item never rendered counts as the average of the others. */
  of(ids: readonly string[]): number {
    const guess = this.#byId.size > 0 ? this.#sum / this.#byId.size : defaultHeight;
    let all = -this.#gap;
    for (let row = 0; row < ids.length; row += this.#columns) {
      const heights = ids.slice(row, row + this.#columns).map((id) => this.#byId.get(id) ?? guess);
      all += Math.max(...heights) + this.#gap;
    }
    return all;
  }
}

/** Heights by page and list, so that going back restores the list's length. */
const heightsByList = new Map<string, Heights>();

/** Cached heights of a list; evicts the oldest list beyond the limit. */
export function heightsOf(listKey: string): Heights {
  const cached = heightsByList.get(listKey);
  if (cached) return cached;
  const [oldest] = heightsByList.keys();
  if (heightsByList.size >= maxLists && oldest !== undefined) heightsByList.delete(oldest);
  const heights = new Heights();
  heightsByList.set(listKey, heights);
  return heights;
}

const isSame = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => a.size === b.size && [...a].every((each) => b.has(each));

/** The elements of each group: its items, or its spacer. Null if the DOM does not match `drawn`. */
function elementsOf(element: HTMLElement, list: WindowedList, drawn: RenderedGroups | null): Map<number, Element[]> | null {
  const rest = [...element.children];
  const groups = new Map<number, Element[]>();
  for (let start = 0; start < list.ids.length; start += groupSize) {
    groups.set(start, rest.splice(0, isRendered(list, drawn, start) ? idsOfGroup(list, start).length : 1));
    if (start === 0 && list.hasWoven) rest.shift();
  }
  return rest.length === 0 && [...groups.values()].every((members) => members.length > 0) ? groups : null;
}

/** Sets each item's position and the list's size, since screen readers cannot count items that are not rendered. */
function setAriaPositions(elements: readonly Element[], start: number, size: number): void {
  for (const [i, element] of elements.entries()) {
    element.setAttribute('aria-posinset', String(start + i + 1));
    element.setAttribute('aria-setsize', String(size));
  }
}

/** Removes the positions from a list that is rendered whole. */
export function removeAriaPositions(list: HTMLElement): void {
  for (const element of list.children) {
    element.removeAttribute('aria-posinset');
    element.removeAttribute('aria-setsize');
  }
}

/** Items of a group that must stay rendered; next to the focused item also the neighbouring groups, so that Tab works. */
function usedOf(list: WindowedList, start: number, elements: readonly Element[]): string[] {
  const used = idsOfGroup(list, start).filter((_, i) => elements[i]?.querySelector(inUse));
  if (!elements.some((element) => element.contains(document.activeElement))) return used;
  return [...used, ...list.ids.slice(Math.max(0, start - groupSize), start + 2 * groupSize)];
}

/** Measures the rendered items; returns the groups and items to render now. */
export function measureWindow(
  element: HTMLElement,
  list: WindowedList,
  drawn: RenderedGroups | null,
  heights: Heights,
): RenderedGroups | null {
  const groups = elementsOf(element, list, drawn);
  if (!groups) return drawn;
  heights.readLayout(element);
  const near = new Set<number>();
  const used = new Set<string>();
  for (const [start, elements] of groups) {
    const rects = elements.map((each) => each.getBoundingClientRect());
    const wasDrawn = isRendered(list, drawn, start);
    const ids = idsOfGroup(list, start);
    if (wasDrawn) {
      setAriaPositions(elements, start, list.hasMore ? -1 : list.ids.length);
      for (const [i, id] of ids.entries()) heights.set(id, rects[i]?.height ?? 0);
    }
    const room = window.innerHeight * (wasDrawn ? leaveMargin : enterMargin);
    const isNear = rects.some(({ top, bottom }) => bottom > -room && top < window.innerHeight + room);
    if (isNear) near.add(start);
    else if (wasDrawn) for (const id of usedOf(list, start, elements)) used.add(id);
  }
  return drawn && isSame(drawn.near, near) && isSame(drawn.used, used) ? drawn : { near, used };
}
