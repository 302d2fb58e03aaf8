import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    busy: boolean;
    busyLabel: string;
    /** Its work waits for the connection, or needs none; all others are shown as disabled without one. */
    worksOffline?: boolean;
  };

/** A button that works: its words change, a small loader stands at the start, and it cannot be pressed again. */
export function BusyButton({ busy, busyLabel, worksOffline = false, children, onClick, leftSection, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={busy || undefined}
      data-online={!worksOffline || undefined}
      leftSection={busy ? <Loader size={16} color="currentColor" /> : leftSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
