import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { saveFile } from '@/lib/download';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { BusyButton } from './busy-button';

interface Download {
  /** Returns the file's name, type and content. */
  fetchFile: () => Promise<Readonly<Parameters<typeof saveFile>>>;
  /** Toast shown after the download. */
  done?: string;
  /** The area's own text for a failure. */
  failed?: string;
}

type DownloadButtonProps = Download & Omit<ComponentProps<typeof BusyButton>, 'busy' | 'onClick'>;

/** Downloads a file that is generated on demand, by `run`. */
export function useDownload({ fetchFile, done, failed }: Download) {
  const download = async () => {
    saveFile(...(await fetchFile()));
    if (done) toast('success', done);
  };
  return useAction(download, { ...(failed && { failure: failed }) });
}

/** Button that downloads a file that is generated on demand. */
export function DownloadButton({ fetchFile, done, failed, ...button }: DownloadButtonProps) {
  const { run, isBusy } = useDownload({ fetchFile, ...(done && { done }), ...(failed && { failed }) });
  return (
    <BusyButton
      busy={isBusy}
      leftSection={<IconDownload size={17} stroke={1.75} aria-hidden="true" />}
      onClick={() => void run()}
      {...button}
    />
  );
}
