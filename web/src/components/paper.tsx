import type { ReactNode } from 'react';
import { lightVariables } from '@/theme/tokens';

/** Print preview: light colours in every theme. */
export function Paper({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className} style={lightVariables}>
      {children}
    </div>
  );
}
