import workerpool from 'workerpool';
import { type DocumentContent, drawDocument } from './draw.js';
import { type SignatureFacts, signPdf } from './sign.js';

async function make(content: DocumentContent, signature: SignatureFacts | null): Promise<Uint8Array> {
  const drawn = await drawDocument(content);
  return signature ? signPdf(drawn, signature) : drawn;
}

workerpool.worker({ make });
