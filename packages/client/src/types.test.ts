import { describe, expectTypeOf, it } from 'vitest';
import type {
  AgentClient,
  ApiError,
  components,
  ErrorCode,
  ErrorCodeOf,
  listAll,
  MessageOf,
  NoAnswerError,
  orThrow,
  Page,
  PaymentsClient,
  paths,
  Received,
  ReceivedEvent,
  StreamOptions,
  streamActivity,
  Unlisted,
  verifyWebhook,
} from './index.ts';

// Nothing here runs: the type-checker is the test. Each function is a program that must, or must not, compile.

type Schemas = components['schemas'];
type QuoteRequest = Schemas['QuoteRequest'];

describe('a call', () => {
  it('has data or an error, and the error narrows by its status', () => {
    async (client: PaymentsClient, body: QuoteRequest) => {
      const { data, error } = await client.POST('/quotes', { body });
      if (error === undefined) {
        expectTypeOf(data).toEqualTypeOf<Received<'Quote'>>();
        return;
      }
      expectTypeOf(data).toEqualTypeOf<undefined>();
      expectTypeOf<(typeof error)['status']>().toExtend<
        400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 424 | 429 | 500 | 501 | 503
      >();
      // @ts-expect-error a status that this operation does not have
      if (error.status === 423) return;
      if (error.status === 400) {
        expectTypeOf(error).toExtend<Received<'Error400'>>();
        expectTypeOf(error.code).toEqualTypeOf<ErrorCodeOf<'createQuote', 400> | Unlisted>();
      }
    };
  });

  it('has the error codes of its operation, and the compiler reports an unhandled one', () => {
    async (client: PaymentsClient) => {
      const { error } = await client.GET('/quotes/{quoteId}', { params: { path: { quoteId: 'Quote:1' } } });
      if (error === undefined) return '';
      expectTypeOf(error.code).toEqualTypeOf<ErrorCodeOf<'getQuoteById'> | Unlisted>();
      // @ts-expect-error a code of other operations
      if (error.code === 'QUOTE_EXPIRED') return 'late';
      switch (error.code) {
        case 'QUOTE_NOT_FOUND':
          return 'unknown';
        case 'UNAUTHORIZED':
        case 'FORBIDDEN':
          return 'not mine';
        default:
          // @ts-expect-error INVALID_INPUT and others are forgotten
          error.code satisfies Unlisted;
          return error.reason;
      }
    };
  });

  it('does not compile with an unknown field, also a nested one', () => {
    (client: PaymentsClient, body: QuoteRequest) => {
      // @ts-expect-error description is misspelt
      client.POST('/quotes', { body: { ...body, descripton: 'Invoice 2041' } });
      const source = { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' } as const;
      // @ts-expect-error customerId is misspelt
      client.POST('/quotes', { body: { ...body, source: { ...source, custmerId: 'Customer:1' } } });
      // @ts-expect-error currency is misspelt
      client.GET('/customers/internal-accounts', { params: { query: { curency: 'USD' } } });
      // @ts-expect-error params is misspelt
      client.GET('/customers/internal-accounts', { parms: { query: { currency: 'USD' } } });
    };
  });

  it('has the error codes of a 404 and of a 409', () => {
    expectTypeOf<Schemas['Error404']['status']>().toEqualTypeOf<404>();
    expectTypeOf<'QUOTE_NOT_FOUND'>().toExtend<Schemas['Error404']['code']>();
    expectTypeOf<Schemas['Error404']['code']>().toExtend<ErrorCode>();
    expectTypeOf<Schemas['Error409']['status']>().toEqualTypeOf<409>();
    expectTypeOf<'CONFLICT'>().toExtend<Schemas['Error409']['code']>();
    expectTypeOf<'QUOTE_NOT_FOUND'>().not.toExtend<Schemas['Error409']['code']>();
    expectTypeOf<'CONFLICT'>().not.toExtend<Schemas['Error404']['code']>();
  });

  it('accepts an Idempotency-Key as optional text', () => {
    (client: PaymentsClient, body: QuoteRequest) => {
      client.POST('/quotes', { body });
      client.POST('/quotes', { body, params: { header: { 'Idempotency-Key': 'invoice-4711' } } });
      // @ts-expect-error a key is text
      client.POST('/quotes', { body, params: { header: { 'Idempotency-Key': 4711 } } });
    };
    type ExecuteHeader = NonNullable<paths['/quotes/{quoteId}/execute']['post']['parameters']['header']>;
    expectTypeOf<ExecuteHeader['Idempotency-Key']>().toEqualTypeOf<string | undefined>();
  });

  it('does not compile with an unknown path, method, body or id', () => {
    (client: PaymentsClient, body: QuoteRequest) => {
      // @ts-expect-error no such path
      client.GET('/payments');
      // @ts-expect-error no such method on this path
      client.DELETE('/quotes', { body });
      // @ts-expect-error a body is required
      client.POST('/quotes', {});
      // @ts-expect-error an account is not a quote
      client.GET('/quotes/{quoteId}', { params: { path: { quoteId: 'InternalAccount:1' } } });
      // @ts-expect-error sourceType is one of two
      client.POST('/quotes', { body: { ...body, source: { sourceType: 'CASH' } } });
    };
  });
});

describe('an agent client', () => {
  it('has the operations of agents and none of the platform', () => {
    async (agent: AgentClient, body: QuoteRequest, throwing: typeof orThrow) => {
      expectTypeOf(await throwing(agent.GET('/agents/me'))).toEqualTypeOf<Received<'Agent'>>();
      expectTypeOf(await throwing(agent.POST('/agents/me/quotes', { body }))).toEqualTypeOf<Received<'Quote'>>();
      agent.POST('/agents/device-codes/{code}/redeem', { params: { path: { code: 'SERVICE-AGENT-7K3M-9Q2X' } } });
      // @ts-expect-error the platform pays at another path
      agent.POST('/quotes', { body });
      // @ts-expect-error agents cannot create agents
      agent.GET('/agents');
      // @ts-expect-error nor set their own policy
      agent.PATCH('/agents/{agentId}/policy', { params: { path: { agentId: 'Agent:1' } }, body: {} });
    };
  });

  it('is not assignable to a platform client, nor the reverse', () => {
    (agent: AgentClient, platform: PaymentsClient, body: QuoteRequest) => {
      // @ts-expect-error a token of a platform is not valid for an agent
      platform.GET('/agents/me');
      // @ts-expect-error the same
      platform.POST('/agents/me/quotes', { body });
      platform.POST('/agents/device-codes/{code}/redeem', { params: { path: { code: 'SERVICE-AGENT-7K3M-9Q2X' } } });
      // @ts-expect-error needs the other client
      platform satisfies AgentClient;
      // @ts-expect-error needs the other client
      agent satisfies PaymentsClient;
    };
  });
});

describe('an id', () => {
  it('of a response fits paths and bodies, and one of another resource does not', () => {
    (client: PaymentsClient, quote: Received<'Quote'>, account: Received<'InternalAccount'>, body: QuoteRequest) => {
      client.GET('/quotes/{quoteId}', { params: { path: { quoteId: quote.id } } });
      client.GET('/transactions/{transactionId}', { params: { path: { transactionId: quote.transactionId } } });
      client.POST('/quotes', { body: { ...body, source: { sourceType: 'ACCOUNT', accountId: account.id } } });
      // @ts-expect-error a quote is not an account
      client.POST('/quotes', { body: { ...body, source: { sourceType: 'ACCOUNT', accountId: quote.id } } });
      const customerId: Schemas['CustomerId'] = 'Customer:1';
      // @ts-expect-error a customer is not an account
      client.POST('/quotes', { body: { ...body, destination: { destinationType: 'ACCOUNT', accountId: customerId } } });
    };
    expectTypeOf<Received<'AccountTransactionSource'>['accountId']>().toEqualTypeOf<Schemas['AccountId']>();
  });
});

describe('a union in a body', () => {
  it('requires the fields of the member that its discriminator names', () => {
    (client: PaymentsClient) => {
      const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;
      const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary } as const;
      client.POST('/customers/external-accounts', { body: { currency: 'MXN', accountInfo } });
      const withoutNumber = { accountType: 'MXN_ACCOUNT', beneficiary } as const;
      // @ts-expect-error a Mexican account is found by its CLABE
      client.POST('/customers/external-accounts', { body: { currency: 'MXN', accountInfo: withoutNumber } });
      // @ts-expect-error no such kind of account
      client.POST('/customers/external-accounts', { body: { currency: 'MXN', accountInfo: { accountType: 'CASH' } } });
    };
  });
});

describe('orThrow', () => {
  it('returns the data type of the success', () => {
    async (client: PaymentsClient, body: QuoteRequest, throwing: typeof orThrow) => {
      expectTypeOf(await throwing(client.POST('/quotes', { body }))).toEqualTypeOf<Received<'Quote'>>();
      expectTypeOf(await throwing(client.GET('/config'))).toEqualTypeOf<Received<'PlatformConfig'>>();
      const path = { externalAccountId: 'ExternalAccount:1' } as const;
      const deleted = client.DELETE('/customers/external-accounts/{externalAccountId}', { params: { path } });
      expectTypeOf(await throwing(deleted)).toEqualTypeOf<undefined>();
    };
  });
});

describe('listAll', () => {
  it('yields the item type of the list', () => {
    (client: PaymentsClient, all: typeof listAll) => {
      const transactions = all((page) => client.GET('/transactions', { params: { query: { ...page, limit: 100 } } }));
      expectTypeOf(transactions).toExtend<AsyncIterable<Received<'TransactionOneOf'>>>();
      const accounts = all((page) => client.GET('/customers/internal-accounts', { params: { query: page } }));
      expectTypeOf(accounts).toExtend<AsyncIterable<Received<'InternalAccount'>>>();
      // @ts-expect-error the configuration is not a list
      all(() => client.GET('/config'));
    };
    expectTypeOf<Received<'TransactionListResponse'>>().toExtend<Page<Received<'TransactionOneOf'>>>();
  });
});

describe('errors', () => {
  it('carry a code of the catalogue or none', () => {
    expectTypeOf<ApiError['code']>().toEqualTypeOf<ErrorCode | undefined>();
    expectTypeOf<ApiError['fieldErrors'][number]>().toEqualTypeOf<Schemas['FieldError']>();
    expectTypeOf<NoAnswerError['idempotencyKey']>().toEqualTypeOf<string | undefined>();
    (error: ApiError) => {
      // @ts-expect-error a misspelt code is found by the compiler
      return error.code === 'QUOTE_EXPIRD';
    };
  });
});

describe('a value from a response', () => {
  it('can be changed and sent back without a cast', () => {
    async (client: PaymentsClient, throwing: typeof orThrow) => {
      const { supportedCurrencies } = await throwing(client.GET('/config'));
      const larger = supportedCurrencies.map((each) => ({ ...each, maxAmount: each.maxAmount * 2 }));
      client.PATCH('/config', { body: { supportedCurrencies: larger } });
      const agent = await throwing(client.GET('/agents/{agentId}', { params: { path: { agentId: 'Agent:1' } } }));
      const permissions = agent.policy.permissions.filter((permission) => permission !== 'CREATE_TRANSFERS');
      client.PATCH('/agents/{agentId}/policy', { params: { path: { agentId: agent.id } }, body: { permissions } });
      const [event] = (await throwing(client.GET('/events'))).data;
      if (event !== undefined) client.GET('/events', { params: { query: { type: event.type } } });
      // @ts-expect-error CREATE_TRANSFERS is misspelt
      permissions.push('CREATE_TRANSFER');
    };
  });
});

describe('an event', () => {
  it('is filtered and triggered only by a listed type', () => {
    (client: PaymentsClient, follow: typeof streamActivity, connection: StreamOptions) => {
      client.GET('/events', { params: { query: { type: 'CARD.STATE_CHANGE' } } });
      client.POST('/sandbox/triggers', { body: { type: 'CARD.STATE_CHANGE' } });
      follow({ ...connection, type: 'CARD.STATE_CHANGE' });
      // @ts-expect-error CARD.STATE_CHANGE is misspelt
      client.GET('/events', { params: { query: { type: 'CARD.STATE_CHANGED' } } });
      // @ts-expect-error the same
      client.POST('/sandbox/triggers', { body: { type: 'CARD.STATE_CHANGED' } });
      // @ts-expect-error the same
      follow({ ...connection, type: 'CARD.STATE_CHANGED' });
    };
  });

  it('of the stream has open enums, as every response does', () => {
    expectTypeOf<MessageOf<'EVENT'>['data']>().toEqualTypeOf<Received<'StreamedEvent'>>();
    expectTypeOf<MessageOf<'REQUEST'>['data']>().toEqualTypeOf<Received<'ApiRequest'>>();
    expectTypeOf<MessageOf<'DELIVERY'>['data']['status']>().toEqualTypeOf<Received<'DeliveryStatus'>>();
  });
});

describe('a webhook event', () => {
  it('narrows by its type', () => {
    expectTypeOf<Awaited<ReturnType<typeof verifyWebhook>>>().toEqualTypeOf<ReceivedEvent>();
    (event: ReceivedEvent) => {
      switch (event.type) {
        case 'OUTGOING_PAYMENT.COMPLETED':
        case 'OUTGOING_PAYMENT.FAILED':
          expectTypeOf(event.data).toExtend<Received<'OutgoingTransaction'>>();
          expectTypeOf(event.data.id).toExtend<`Transaction:${string}`>();
          break;
        case 'INCOMING_PAYMENT.COMPLETED':
          expectTypeOf(event.data).toExtend<Received<'IncomingTransaction'>>();
          break;
        case 'INTERNAL_ACCOUNT.BALANCE_UPDATED':
          expectTypeOf(event.data.balance.amount).toEqualTypeOf<number>();
          break;
        case 'TEST':
          expectTypeOf(event.webhookId).toExtend<string>();
          // @ts-expect-error a test event carries no data
          event.data;
          break;
        default:
          // @ts-expect-error a misspelt type is found by the compiler
          if (event.type === 'OUTGOING_PAYMENT.DONE') return;
      }
    };
  });
});
