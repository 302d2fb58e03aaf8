import { useTranslation } from 'react-i18next';
import { isMasked } from '#models/contract/masked';

/**
 * Names as the viewer's language shows them: of a person who is masked, and of one without a name.
 * @returns a function of a person's id, which is '' for a masked one, and the name in the answer
 */
export function useShownName(): (id: string, name: string) => string {
  const { t } = useTranslation('common');
  return (id, name) => (isMasked(id, name) ? t('aMember') : name || t('unknownUser'));
}
