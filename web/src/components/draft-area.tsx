import type { TextareaProps } from '@mantine/core';
import { useDraftText, writeDraftText } from '@/lib/drafts';
import { Textarea } from './fields';

/** A text area whose text is a draft, so that it outlives a reload and a failure. */
export function DraftArea({ draft, ...area }: Omit<TextareaProps, 'value' | 'onChange'> & { draft: string }) {
  const text = useDraftText(draft);
  return <Textarea {...area} value={text} dir={text ? 'auto' : undefined} onChange={({ target }) => writeDraftText(draft, target.value)} />;
}
