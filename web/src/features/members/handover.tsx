import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { lazyOptional } from '@/lib/lazy-optional';
import type { Leave } from './hand-over';
import { useAsked } from './use-asked';

const HandoverDialog = lazyOptional(() => import('./handover-dialog'));

/** For an admin whom the page's address asks whether they go: `?handover=leave` or `?handover=step-down`. */
export function Handover({ society, leave }: { society: Society; leave: Leave }) {
  const { value, set } = useAsked('handover');
  const navigate = useNavigate();
  if (society.Role !== 'admin' || (value !== 'leave' && value !== 'step-down')) return null;
  const close = () => set(null);
  const done = (isLeft: boolean) => (isLeft ? void navigate('/societies') : close());
  return (
    <Suspense>
      <HandoverDialog society={society} mode={value} leave={leave} onClose={close} onDone={done} />
    </Suspense>
  );
}
