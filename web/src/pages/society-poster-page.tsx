import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { PosterFrame } from '@/features/poster/poster-frame';
import { SocietyPoster } from '@/features/poster/society-poster';
import { useCategoryName } from '@/features/societies/category-name';
import '@/features/societies/membership.live';
import '@/features/societies/societies.live';
import { useSociety } from '@/features/societies/societies.queries';
import { SocietyGate } from '@/features/societies/society-frame';

function Poster({ society }: { society: Society }) {
  const categoryName = useCategoryName();
  return <SocietyPoster society={society} category={categoryName(society.Category)} />;
}

/** /societies/{id}/poster */
export default function SocietyPosterPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('poster');
  const { is } = useSociety(id);
  return (
    <PosterFrame back={t('toSociety')} path={`/societies/${id}`} isPrintable={is === 'there'}>
      <SocietyGate id={id}>{(society) => <Poster society={society} />}</SocietyGate>
    </PosterFrame>
  );
}
