import { useNavigate } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { useParam } from '@/lib/use-param';
import type { Leave } from './hand-over';

const HandoverDialog = lazyOptional(() => import('./handover-dialog'));

/** Opens the handover dialog for `?handover=leave` and `?handover=step-down`. */
export function Handover({ society, leave }: { society: Society; leave: Leave }) {
  const { value, set } = useParam('handover');
  const navigate = useNavigate();
  if (society.Role !== 'admin' || (value !== 'leave' && value !== 'step-down')) return null;
  const close = () => set(null);
  const done = (isLeft: boolean) => (isLeft ? void navigate('/societies') : close());
  return <HandoverDialog society={society} mode={value} leave={leave} onClose={close} onDone={done} />;
}
