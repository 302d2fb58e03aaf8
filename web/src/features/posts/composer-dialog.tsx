import ComposerForm, { type SocietyOption } from './composer-form';
import { ComposerSheet } from './composer-sheet';
import { postDraft } from './post-draft';

export default function ComposerDialog({ society, onClose }: { society: SocietyOption; onClose: () => void }) {
  return (
    <ComposerSheet draft={postDraft(society.id)} onClose={onClose}>
      <ComposerForm societies={[society]} isFixed onDone={onClose} />
    </ComposerSheet>
  );
}
