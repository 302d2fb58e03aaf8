import type { ReactNode } from 'react';
import { lightVariables } from '@/theme/tokens';

/** What is looked at as it will be printed: light, whatever look was chosen. */
export function Paper({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className} style={lightVariables}>
      {children}
    </div>
  );
}
