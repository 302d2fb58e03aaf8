/** /privacy/register */
export { DataRegister as default } from '@/features/about/data-register';
