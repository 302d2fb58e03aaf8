import { formulaButton } from '@/components/formula-button';

/** Opens the explanation of what trends. */
export const HowButton = formulaButton(() => import('./how-dialog'), 'trending-how');
