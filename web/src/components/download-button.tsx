import { IconDownload } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { saveFile } from '@/lib/download';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { BusyButton } from './busy-button';

interface DownloadButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'busy' | 'onClick'> {
  /** Fetches the file: its name, its type, what is in it. */
  fetchFile: () => Promise<Readonly<Parameters<typeof saveFile>>>;
  /** What is said when the person has it. */
  done?: string;
  /** The area's own text where it does not come. */
  failed?: string;
}

/** Gives the person a file that is made as they ask for it. */
export function DownloadButton({ fetchFile, done, failed, ...button }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(...(await fetchFile()));
      if (done) toast('success', done);
    } catch (error) {
      reportFailure(error, failed);
    }
    setBusy(false);
  };
  return (
    <BusyButton
      busy={isBusy}
      leftSection={<IconDownload size={17} stroke={1.75} aria-hidden="true" />}
      onClick={() => void download()}
      {...button}
    />
  );
}
