import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DebouncedSearch } from '@/components/debounced-search';
import { BatchBar } from './batch-bar';
import css from './desk.module.css';
import { KeysHint } from './keys-hint';
import { UndoBar } from './undo-bar';
import type { useDesk } from './use-desk';

interface QueueToolsProps {
  q: string;
  onSearch: (q: string) => void;
  desk: ReturnType<typeof useDesk>;
  /** Filters below the search. */
  children?: ReactNode;
}

/** Above a list of requests: search, keys, what can be undone, and the decision about the chosen ones. */
export function QueueTools({ q, onSearch, desk, children }: QueueToolsProps) {
  const { t } = useTranslation('join-requests');
  return (
    <>
      <div className={css.tools}>
        <DebouncedSearch label={t('desk.search')} value={q} onChange={onSearch} max={80} />
        {children}
        <KeysHint />
      </div>
      <UndoBar />
      <BatchBar count={desk.checked.length} total={desk.total} onToggleAll={desk.toggleAll} onDecide={desk.decideChecked} />
    </>
  );
}
