import type { IdentificationType } from '@payments-platform/types';
import type { FieldError } from '../../ground/specification/field-error.ts';

/** A tax number of a person or a business. */
export interface Identification {
  readonly idType?: IdentificationType | undefined;
  readonly identifier?: string | undefined;
  readonly countryOfIssuance?: string | undefined;
}

/** Area 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned as an SSN; an ITIN begins with 9. */
const forms = {
  SSN: { pattern: '^(?!000|666|9)\\d{3}-(?!00)\\d{2}-(?!0000)\\d{4}$', format: 'us-ssn', example: '123-45-6789' },
  ITIN: { pattern: '^9\\d{2}-\\d{2}-\\d{4}$', format: 'us-itin', example: '912-34-5678' },
  EIN: { pattern: '^\\d{2}-\\d{7}$', format: 'us-ein', example: '12-3456789' },
} as const;

function isOfUnitedStates(idType: IdentificationType): idType is keyof typeof forms {
  return Object.hasOwn(forms, idType);
}

/**
 * The errors in the identification of a customer or an owner: the number must have a type and the form of that
 * type, and United States numbers must be issued there.
 */
export function brokenIdentificationRules(
  { idType, identifier, countryOfIssuance }: Identification,
  prefix = '',
): FieldError[] {
  const errors: FieldError[] = [];
  if (identifier !== undefined && idType === undefined) {
    errors.push({ field: `${prefix}idType`, message: 'Send the type of the identifier.' });
  }
  if (idType === undefined) return errors;
  if (!isOfUnitedStates(idType)) {
    if (countryOfIssuance === 'US') {
      const message =
        'A number of the United States is an SSN, ITIN or EIN: send one of these types, or the country that issued the number.';
      errors.push({ field: `${prefix}countryOfIssuance`, message });
    }
    return errors;
  }
  const { pattern, format, example } = forms[idType];
  if (identifier !== undefined && !new RegExp(pattern).test(identifier)) {
    const message = `Send the complete ${idType}, such as ${example}.`;
    errors.push({ field: `${prefix}identifier`, message, constraint: { format, pattern } });
  }
  if (countryOfIssuance !== undefined && countryOfIssuance !== 'US') {
    const message = `Send US or leave this out: only the United States issues an ${idType}.`;
    errors.push({ field: `${prefix}countryOfIssuance`, message, constraint: { enum: ['US'] } });
  }
  return errors;
}
