import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';

export interface SignatureFacts {
  /** Key and certificate, as PKCS#12 with an empty password. */
  p12: Uint8Array;
  reason: string;
  /** Name and address of the signer. */
  name: string;
  contact: string;
}

/** Signs a PDF: the signature (PKCS#7, detached) covers every byte but itself. */
export function signPdf(pdf: Buffer, { p12, reason, name, contact }: SignatureFacts): Promise<Buffer> {
  const prepared = plainAddPlaceholder({ pdfBuffer: pdf, reason, name, contactInfo: contact, location: '' });
  return new SignPdf().sign(prepared, new P12Signer(Buffer.from(p12)));
}
