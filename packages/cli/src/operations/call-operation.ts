import { orThrow, type Result } from '@payments-platform/client';
import type { Access } from '../connection/access.ts';
import { agentClient, openClient, platformClient } from '../connection/clients.ts';
import type { Surroundings } from '../surroundings.ts';
import type { CommandFacts } from './command-facts.ts';
import type { WireRequest } from './request-of-flags.ts';

/** The calls of a client without types, because the operation is known only at runtime. */
type AnyCall = (
  path: string,
  request: WireRequest & { readonly parseAs: 'text' },
) => Promise<Result<string | undefined>>;

/** A successful response as received. */
export interface Answer {
  readonly status: number;
  /** The media type without parameters; empty if there is no body. */
  readonly mediaType: string;
  readonly text: string;
  readonly isReplay: boolean;
  /** The fields that the platform does not know and ignored, with suggestions. */
  readonly ignored: string | null;
}

const makers = { TOKEN: platformClient, AGENT: agentClient, NONE: openClient } as const;

function callOf({ method, credentials }: CommandFacts, access: Access, surroundings: Surroundings): AnyCall {
  const client: unknown = makers[credentials](access, surroundings);
  return (client as Readonly<Record<string, AnyCall>>)[method] as AnyCall;
}

/** Calls the operation; a refusal is thrown as `ApiError`. */
export function callerOf(
  facts: CommandFacts,
  access: Access,
  surroundings: Surroundings,
): (request: WireRequest) => Promise<Answer> {
  const call = callOf(facts, access, surroundings);
  return async (request) => {
    // The text as received: it keeps the platform's numbers and order of members.
    const outcome = await call(facts.path, { ...request, parseAs: 'text' });
    const text = (await orThrow(Promise.resolve(outcome))) ?? '';
    const { status, headers } = outcome.response;
    const [mediaType = ''] = (headers.get('Content-Type') ?? '').split(';');
    return {
      status,
      mediaType: mediaType.trim(),
      text,
      isReplay: headers.has('Idempotent-Replayed'),
      ignored: headers.get('Ignored-Fields'),
    };
  };
}
