import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    busy: boolean;
    busyLabel: string;
    /** Works offline or through the offline queue; all other buttons are disabled offline. */
    worksOffline?: boolean;
  };

/** A button with a busy state: shows another label and a loader, and ignores clicks. */
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
