/** The part of a React fiber that is read here. */
interface Fiber {
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  return: Fiber | null;
  flags: number;
  type: unknown;
  memoizedProps: Readonly<Record<string, unknown>> | null;
}

/** A component that rendered again. */
export interface Rerender {
  name: string;
  props: Readonly<Record<string, unknown>>;
  /** The enclosing components, nearest first. */
  inside: readonly Omit<Rerender, 'inside'>[];
}

/** Fiber flag that React sets on each component whose function ran. */
const performedWork = 1;

const rerenders: Rerender[] = [];
let isCounting = false;

function nameOf({ type }: Fiber): string {
  const inner = typeof type === 'object' && type !== null && 'type' in type ? type.type : type;
  return typeof inner === 'function' ? inner.name : '';
}

const propsOf = ({ memoizedProps }: Fiber): Rerender['props'] => memoizedProps ?? {};

function insideOf(fiber: Fiber): Rerender['inside'] {
  const around: { name: string; props: Rerender['props'] }[] = [];
  for (let at = fiber.return; at; at = at.return) if (nameOf(at)) around.push({ name: nameOf(at), props: propsOf(at) });
  return around;
}

/** Visits rendered fibers; skips subtrees that React reused, whose `child` is unchanged. */
function visit(fiber: Fiber): void {
  const before = fiber.alternate;
  if (!before) return;
  if (fiber.flags & performedWork && nameOf(fiber)) rerenders.push({ name: nameOf(fiber), props: propsOf(fiber), inside: insideOf(fiber) });
  if (fiber.child === before.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child);
}

/** React's hook for developer tools. React takes it when it is loaded and calls it at every commit. */
const hooks = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: object };
// Keep the object that React holds: test files of a worker share React, and load this module once each.
hooks.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  supportsFiber: true,
  isDisabled: false,
  inject: () => 1,
  checkDCE: () => {},
  onCommitFiberUnmount: () => {},
  onPostCommitFiberRoot: () => {},
  onScheduleFiberRoot: () => {},
};
Object.assign(hooks.__REACT_DEVTOOLS_GLOBAL_HOOK__, {
  onCommitFiberRoot: (_renderer: number, { current }: { current: Fiber }) => isCounting && visit(current),
});

/** Components that rerender during an action; newly mounted ones are not included. */
export async function rerendersDuring(happens: () => unknown): Promise<readonly Rerender[]> {
  rerenders.length = 0;
  isCounting = true;
  await happens();
  isCounting = false;
  return [...rerenders];
}
