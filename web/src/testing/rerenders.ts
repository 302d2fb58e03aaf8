/** What React keeps of one component on the screen, as far as we look at it. */
interface Fiber {
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  return: Fiber | null;
  flags: number;
  type: unknown;
  memoizedProps: Readonly<Record<string, unknown>> | null;
}

/** A component that was drawn again. */
export interface Rerender {
  name: string;
  props: Readonly<Record<string, unknown>>;
  /** The components that it stands in, the nearest first. */
  inside: readonly Omit<Rerender, 'inside'>[];
}

/** Its function ran; React sets it on whatever component it calls. */
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

/** Goes where something was drawn: a part that React left alone has the children that it had. */
function visit(fiber: Fiber): void {
  const before = fiber.alternate;
  if (!before) return;
  if (fiber.flags & performedWork && nameOf(fiber)) rerenders.push({ name: nameOf(fiber), props: propsOf(fiber), inside: insideOf(fiber) });
  if (fiber.child === before.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child);
}

// React looks for this as it is loaded, and tells it of every commit: so the developer tools know what was drawn.
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberRoot: (_renderer: number, { current }: { current: Fiber }) => isCounting && visit(current),
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onScheduleFiberRoot: () => {},
  },
});

/** Every component that is drawn again while something happens; what comes new to the screen is not in it. */
export async function rerendersDuring(happens: () => unknown): Promise<readonly Rerender[]> {
  rerenders.length = 0;
  isCounting = true;
  await happens();
  isCounting = false;
  return [...rerenders];
}
