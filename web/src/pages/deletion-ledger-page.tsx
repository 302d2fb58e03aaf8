/** /privacy/ledger */
export { DeletionLedger as default } from '@/features/about/deletion-ledger';
