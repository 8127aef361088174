import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { DocumentDescription } from './document-row.ts';
import type { GivenDocument } from './document-rules.ts';

/** What a document says about a person is for nobody who only sees the data. */
export function sealDescription(
  { file, documentNumber, issuingAuthority }: GivenDocument,
  sealer: Pick<Sealer, 'seal'>,
): string {
  const description: DocumentDescription = {
    fileName: file.name,
    ...(documentNumber === undefined ? {} : { documentNumber }),
    ...(issuingAuthority === undefined ? {} : { issuingAuthority }),
  };
  return sealer.seal(JSON.stringify(description));
}
