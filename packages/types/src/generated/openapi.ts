// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

export interface paths {
    readonly "/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the platform configuration
         * @description Returns the settings of the platform in the environment of the credentials. Read it once at start to learn which environment you act in, which currencies you can use and with which public key webhooks are verified.
         */
        readonly get: operations["getPlatformConfig"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the platform configuration
         * @description Changes the settings that the body contains and leaves the others as they are; the answer is the whole configuration afterwards. Nothing is changed when any part is refused.
         *
         *     - Setting or changing `webhookEndpoint` sends one `TEST` event to the new address.
         *     - `supportedCurrencies` replaces the list. Each currency that is new gets an internal account of the platform.
         *     - `feeConfigs` is merged by `feeType` and `sourceCurrency`; both parts 0 switch an entry off.
         *     - Inside `embeddedWalletConfig` and `cardTokenization2faConfig`, only the fields that are sent change.
         */
        readonly patch: operations["updatePlatformConfig"];
        readonly trace?: never;
    };
    readonly "/customers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List customers
         * @description Returns the customers of the platform, the newest first. Several filters together narrow the list. Find a customer by your own id with `platformCustomerId`. Deleted customers are left out unless `isIncludingDeleted` is `true`.
         */
        readonly get: operations["listCustomers"];
        readonly put?: never;
        /**
         * Create a customer
         * @description Registers a person or a business whose money you want to move. Send your own id in `platformCustomerId`: then a
         *     repeat of a request whose answer was lost is refused instead of making a second customer.
         *
         *     Checked in this order:
         *     1. every field of the body, all broken ones reported together (`INVALID_INPUT`);
         *     2. `endUserTermsConsent.termsVersion` was published (`END_USER_TERMS_VERSION_NOT_FOUND`);
         *     3. each of `currencies` is one of the platform's (`INVALID_CURRENCY`);
         *     4. no customer of the platform that is not deleted has the `platformCustomerId` (`CONFLICT`);
         *     5. nobody has or had the `umaAddress` (`UMA_ADDRESS_EXISTS`).
         *
         *     What happens next: on a platform that moves money under the service's own licences the internal accounts are opened
         *     once `endUserTermsConsent` is on file, with this request or later with `PATCH /customers/{customerId}`; until then
         *     quotes are refused with `END_USER_TERMS_NOT_ACCEPTED`. Regulated platforms leave the consent out and have the accounts
         *     at once; as they verify their customers themselves, a new customer of theirs is `APPROVED`. Elsewhere a new customer
         *     is `UNVERIFIED` until a verification decides.
         *
         *     In the sandbox a platform can skip the paperwork of verification. A person is then decided at once by the last three
         *     characters of `fullName`; a business waits for its verification.
         *
         *     | `fullName` ends in | `verificationStatus` | `kycStatus` | Event |
         *     | --- | --- | --- | --- |
         *     | `001` | `UNVERIFIED` | `PENDING` | `CUSTOMER.KYC_PENDING` |
         *     | `002` | `REJECTED` | `REJECTED` | `CUSTOMER.KYC_REJECTED` |
         *     | `003` | `RESOLVE_ERRORS` | `UNVERIFIED` | none |
         *     | anything else | `APPROVED` | `APPROVED` | `CUSTOMER.KYC_APPROVED` |
         */
        readonly post: operations["createCustomer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/customers/{customerId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the customer, not your own `platformCustomerId`.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a customer
         * @description Returns one customer. `endUserTermsConsent` is present once the acceptance is on file. A deleted customer is returned too, with `isDeleted` set to `true`.
         */
        readonly get: operations["getCustomerById"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a customer
         * @description Ends the relation with the customer and returns it with `isDeleted` set to `true`. Nothing is erased: the customer can still be read by id, and payments keep naming it. Payments under way are finished; new quotes with the customer's accounts are refused with `CUSTOMER_NOT_FOUND`. The `platformCustomerId` can be used again; the `umaAddress` cannot, so that nobody else receives what was meant for this customer. Pay out what is left on the internal accounts first. Deleting again is answered with 410, which can be taken as done.
         */
        readonly delete: operations["deleteCustomerById"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a customer
         * @description Changes the fields that are sent and leaves the others as they are. `customerType` is always required. `region` and
         *     `platformCustomerId` are fixed.
         *
         *     Checked in this order:
         *     1. every field of the body (`INVALID_INPUT`); `email` and `phoneNumber` cannot be changed in one request;
         *     2. the customer exists and is not deleted (`CUSTOMER_NOT_FOUND`);
         *     3. `customerType` is the customer's own (`INVALID_INPUT`);
         *     4. `endUserTermsConsent.termsVersion` was published (`END_USER_TERMS_VERSION_NOT_FOUND`);
         *     5. each of `currencies` is one of the platform's (`INVALID_CURRENCY`);
         *     6. nobody else has the `umaAddress` (`UMA_ADDRESS_EXISTS`).
         *
         *     Use it to record the consent of customers who were there before: send `endUserTermsConsent` once they accepted. Their
         *     internal accounts are opened and their quotes go through from then on. A later acceptance replaces the one on file. A
         *     new name does not change a verification that is already `APPROVED` or `REJECTED`.
         *
         *     When the customer has an embedded wallet with a credential for the old email address or phone number, changing either
         *     must be signed: the first request is answered with 202 and a payload to sign.
         */
        readonly patch: operations["updateCustomerById"];
        readonly trace?: never;
    };
    readonly "/customers/end-user-terms": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the current end user terms
         * @description Returns the version and the address of the terms that customers have to accept now. Read it each time you show the terms, carry the full text in your own terms, let the customer accept by an action of their own, and record that with `endUserTermsConsent` when you create or change the customer. Customers who accepted an earlier version need not accept again unless you are told so.
         */
        readonly get: operations["getEndUserTerms"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/customers/external-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the external accounts of customers
         * @description Returns the external accounts of one customer, or of all customers when `customerId` is left out, the newest first. Accounts of the platform itself are listed by `GET /platform/external-accounts`. Deleted accounts are left out.
         */
        readonly get: operations["listCustomerExternalAccounts"];
        readonly put?: never;
        /**
         * Register an external account for a customer
         * @description Registers a bank account or a wallet that a customer wants to pay, their own or somebody else's. Without `customerId` it
         *     is registered for the platform itself.
         *
         *     Checked in this order:
         *     1. every field of the body, check digits included, all broken ones reported together (`INVALID_INPUT`);
         *     2. `currency` is one that the account type can hold (`INVALID_CURRENCY`);
         *     3. the customer exists and is not deleted (`CUSTOMER_NOT_FOUND`);
         *     4. a `THIRD_PARTY` wallet names its beneficiary, on platforms with counterparty rules (`INVALID_INPUT`);
         *     5. the bank knows the account (`INVALID_BANK_ACCOUNT`);
         *     6. the same owner does not have the same account in the same currency already (`DUPLICATE_EXTERNAL_ACCOUNT`).
         *
         *     What happens next: a bank account is screened and becomes `ACTIVE`, in the sandbox at once; watch
         *     `EXTERNAL_ACCOUNT.STATUS_UPDATED` when it starts as `PENDING`. A wallet that is `FIRST_PARTY` and not kept by a provider
         *     may start as `PENDING_OWNERSHIP_VERIFICATION`. Where the bank answers, the name of the beneficiary is compared with its
         *     records: read `beneficiaryVerificationStatus` before you pay a stranger.
         *
         *     In the sandbox the last three digits of the identifier (account number, IBAN, CLABE, Pix key, wallet address and so on;
         *     before the `@` where there is one) decide what happens:
         *
         *     | Ends in | `beneficiaryVerificationStatus` | A quote to the account |
         *     | --- | --- | --- |
         *     | `002` | `MATCHED` | fails with `QUOTE_EXECUTION_FAILED` and is refunded |
         *     | `003` | `MATCHED` | succeeds after about six minutes |
         *     | `004` | `MATCHED` | fails because the other side cannot deliver it, and is refunded |
         *     | `005` | `MATCHED` | is completed, then returned by the bank and refunded |
         *     | `006` | `MATCHED` | is cancelled by hand and refunded, then delivered all the same |
         *     | `007` | `MATCHED` | fails, and its refund fails too |
         *     | `102` | `NOT_MATCHED` | succeeds |
         *     | `103` | `PARTIAL_MATCH` | succeeds |
         *     | `104` | `PENDING` | succeeds |
         *     | `105` | the request is refused with `INVALID_BANK_ACCOUNT` | |
         *     | `106` | `UNSUPPORTED` | succeeds |
         *     | `107` | `CHECKED_BY_RECEIVING_FI` | succeeds |
         *     | anything else | `MATCHED` | succeeds |
         */
        readonly post: operations["createCustomerExternalAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/customers/external-accounts/{externalAccountId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read an external account of a customer
         * @description Returns one external account with its present status. Ask again, or wait for `EXTERNAL_ACCOUNT.STATUS_UPDATED`, while it is not `ACTIVE`. An account that was registered without a customer can be read here too.
         */
        readonly get: operations["getCustomerExternalAccountById"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an external account of a customer
         * @description Removes the account from every list; it can no longer be read or paid. Payments that were executed before are not affected and keep naming its id. An account that its customer trusts cannot be deleted. The same account can be registered again and then has a new id. Deleting it again is answered with 404, which can be taken as done.
         */
        readonly delete: operations["deleteCustomerExternalAccountById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/customers/internal-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the internal accounts of customers
         * @description Returns the internal accounts of one customer, or of all customers when `customerId` is left out, the newest first. Use it to find the account to send from, to read a balance, and to show how to pay money in.
         *
         *     A customer has one account for each of their `currencies`, or for each currency of the platform configuration when they name none. On a platform that collects consent to the end user terms the accounts are opened once the consent is on file; until then the list is empty, as it is for a customer that does not exist.
         */
        readonly get: operations["listCustomerInternalAccounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/exchange-rates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Compare exchange rates
         * @description Shows what sending an amount would give in other currencies, one entry for each destination currency and each rail that can carry it. Fees are included, the platform's own standing fee among them. A pair of a currency with itself is left out: its rate is always 1.
         *
         *     The rates are kept for about five minutes and promise nothing. To fix a price, create a quote and execute it before it expires.
         */
        readonly get: operations["getExchangeRates"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/platform/external-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the external accounts of the platform
         * @description Returns the external accounts of the platform itself, the newest first. Accounts of customers are listed by `GET /customers/external-accounts`. Deleted accounts are left out.
         */
        readonly get: operations["listPlatformExternalAccounts"];
        readonly put?: never;
        /**
         * Register an external account for the platform
         * @description Registers a bank account or a wallet that the platform itself wants to pay, for example to withdraw its fees.
         *
         *     Checked in this order:
         *     1. every field of the body, check digits included, all broken ones reported together (`INVALID_INPUT`);
         *     2. `currency` is one that the account type can hold (`INVALID_CURRENCY`);
         *     3. a `THIRD_PARTY` wallet names its beneficiary, on platforms with counterparty rules (`INVALID_INPUT`);
         *     4. the bank knows the account (`INVALID_BANK_ACCOUNT`);
         *     5. the platform does not have the same account in the same currency already (`DUPLICATE_EXTERNAL_ACCOUNT`).
         *
         *     What happens next: a bank account is screened and becomes `ACTIVE`, in the sandbox at once; watch
         *     `EXTERNAL_ACCOUNT.STATUS_UPDATED` when it starts as `PENDING`. A wallet that is `FIRST_PARTY` and not kept by a provider
         *     may start as `PENDING_OWNERSHIP_VERIFICATION`. Where the bank answers, the name of the beneficiary is compared with its
         *     records: read `beneficiaryVerificationStatus` before you pay a stranger.
         *
         *     In the sandbox the last three digits of the identifier (account number, IBAN, CLABE, Pix key, wallet address and so on;
         *     before the `@` where there is one) decide what happens:
         *
         *     | Ends in | `beneficiaryVerificationStatus` | A quote to the account |
         *     | --- | --- | --- |
         *     | `002` | `MATCHED` | fails with `QUOTE_EXECUTION_FAILED` and is refunded |
         *     | `003` | `MATCHED` | succeeds after about six minutes |
         *     | `004` | `MATCHED` | fails because the other side cannot deliver it, and is refunded |
         *     | `005` | `MATCHED` | is completed, then returned by the bank and refunded |
         *     | `006` | `MATCHED` | is cancelled by hand and refunded, then delivered all the same |
         *     | `007` | `MATCHED` | fails, and its refund fails too |
         *     | `102` | `NOT_MATCHED` | succeeds |
         *     | `103` | `PARTIAL_MATCH` | succeeds |
         *     | `104` | `PENDING` | succeeds |
         *     | `105` | the request is refused with `INVALID_BANK_ACCOUNT` | |
         *     | `106` | `UNSUPPORTED` | succeeds |
         *     | `107` | `CHECKED_BY_RECEIVING_FI` | succeeds |
         *     | anything else | `MATCHED` | succeeds |
         */
        readonly post: operations["createPlatformExternalAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/platform/external-accounts/{externalAccountId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read an external account of the platform
         * @description Returns one external account with its present status. Ask again, or wait for `EXTERNAL_ACCOUNT.STATUS_UPDATED`, while it is not `ACTIVE`. An account of a customer is answered with 404 here.
         */
        readonly get: operations["getPlatformExternalAccountById"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an external account of the platform
         * @description Removes the account from every list; it can no longer be read or paid. Payments that were executed before are not affected and keep naming its id. The same account can be registered again and then has a new id. Deleting it again is answered with 404, which can be taken as done.
         */
        readonly delete: operations["deletePlatformExternalAccountById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/platform/internal-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the internal accounts of the platform
         * @description Returns the platform's own internal accounts, one for each currency of the platform configuration. They hold the platform's money: fees that it charges are credited here, and payouts of its own are sent from here.
         */
        readonly get: operations["listPlatformInternalAccounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/quotes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Price a payment
         * @description Prices a payment, in one currency or converting between two, and creates the transaction that will carry it. Nothing is
         *     debited. Show the price, then execute the quote before `expiresAt`; or set `immediatelyExecute` to do both in one
         *     request. A quote with real-time funding is not executed: pay to its `paymentInstructions` and it starts by itself.
         *
         *     Checked in this order:
         *     1. every field of the body, all broken ones reported together (`INVALID_INPUT`); an `Idempotency-Key` that came with
         *        another body before is reported in the same way;
         *     2. what the body asks for is served here (`NOT_IMPLEMENTED`);
         *     3. the accounts and the customer that the body names exist (`ACCOUNT_NOT_FOUND`, `CUSTOMER_NOT_FOUND`);
         *     4. the customer has accepted the end user terms (`END_USER_TERMS_NOT_ACCEPTED`);
         *     5. source and destination differ (`SELF_PAYMENT`);
         *     6. the last proof of the destination's ownership did not fail (`EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`), and both
         *        accounts can be used now (`QUOTE_REQUEST_FAILED`);
         *     7. `source.customerId` names the owner of an account that has one, `paymentRail` is one of the destination's
         *        `paymentRails`, and `platformFeeOverride` goes with a sending currency of USD (`INVALID_INPUT`);
         *     8. both currencies are supported (`INVALID_CURRENCY`) and there is a rate between them (`QUOTE_RATE_UNAVAILABLE`);
         *     9. something arrives: a locked sending amount is not below the smallest of the corridor (`AMOUNT_OUT_OF_RANGE`) and a
         *        locked receiving amount costs at least one smallest unit (`INVALID_AMOUNT`); a wallet that awaits its proof of
         *        ownership receives a payment worth less than 1,000 US dollars (`EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`); and no
         *        payment is worth more than 1,000,000 US dollars (`TRANSACTION_SIZE_LIMIT_EXCEEDED`);
         *     10. with `immediatelyExecute`, what `POST /quotes/{quoteId}/execute` checks (`INSUFFICIENT_FUNDS`,
         *         `DAILY_VOLUME_LIMIT_EXCEEDED`); a refusal leaves no quote behind.
         *
         *     The amounts: fees are taken in the sending currency and are part of `totalSendingAmount`. With `SENDING` locked the
         *     receiving amount is the sending amount less fees, divided by `exchangeRate`. With `RECEIVING` locked the sending amount
         *     is chosen so that the same rates of fee apply. Each fee is rounded to the smallest unit on its own, half up.
         *
         *     What happens next: the transaction starts as `PENDING` and `OUTGOING_PAYMENT.PENDING` is sent, or
         *     `INCOMING_PAYMENT.PENDING` when the destination is an internal account. With `immediatelyExecute` the quote comes back as
         *     `PROCESSING` and the `PROCESSING` event follows. A quote that nobody executes or funds becomes `EXPIRED`, and
         *     `OUTGOING_PAYMENT.EXPIRED` is sent, or `INCOMING_PAYMENT.FAILED` with `QUOTE_EXPIRED`.
         *
         *     Send an `Idempotency-Key`: a repeat with the same key returns the first quote and creates nothing.
         */
        readonly post: operations["createQuote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/quotes/{quoteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the quote.
                 * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
                 */
                readonly quoteId: components["parameters"]["QuoteId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a quote
         * @description Returns the quote with its present status. While the status is `PENDING_AUTHORIZATION` the quote carries the `scaChallenge` that the customer has to pass; events do not carry it. The price never changes. To follow the money, read the transaction in `transactionId`.
         */
        readonly get: operations["getQuoteById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/quotes/{quoteId}/execute": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the quote.
                 * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
                 */
                readonly quoteId: components["parameters"]["QuoteId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Execute a quote
         * @description Makes the payment that the quote has priced: debits the source account and sends the money on its way. The body can be
         *     left out. A quote is executed at most once, whatever key is sent, and cannot be called back afterwards.
         *
         *     Checked in this order:
         *     1. every field of the body (`INVALID_INPUT`); an `Idempotency-Key` that came with another body before is refused with
         *        `CONFLICT`;
         *     2. the quote exists (`QUOTE_NOT_FOUND`);
         *     3. it has not been executed, and is not one with real-time funding, which starts by itself (`CONFLICT`);
         *     4. it has not expired (`QUOTE_EXPIRED`);
         *     5. the balance of the source account covers `totalSendingAmount` (`INSUFFICIENT_FUNDS`);
         *     6. payments worth at most 10,000,000 US dollars leave the source account in one UTC day
         *        (`DAILY_VOLUME_LIMIT_EXCEEDED`).
         *
         *     A refused execution changes nothing: while the quote is pending it can be tried again, for example once the account is
         *     funded.
         *
         *     What happens next: the quote is `PROCESSING` and so is its transaction; `OUTGOING_PAYMENT.PROCESSING` is sent, or
         *     `INCOMING_PAYMENT.PROCESSING` when the destination is an internal account, and `INTERNAL_ACCOUNT.BALANCE_UPDATED` for the
         *     account debited. Then follows `COMPLETED`, or `FAILED` and the refund events. A bank can still return a payment that was
         *     completed, so keep handling events. For customers who need strong customer authentication the quote becomes
         *     `PENDING_AUTHORIZATION` first; it carries `scaChallenge`, and nothing is debited before that is passed.
         *
         *     Send an `Idempotency-Key`: a repeat with the same key returns the first answer. A repeat without one, or with a new one,
         *     is refused with `CONFLICT`, which means that the payment is under way.
         */
        readonly post: operations["executeQuote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/internal-accounts/{accountId}/fund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The internal account to fund, of a customer or of the platform.
                 * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
                 */
                readonly accountId: components["schemas"]["InternalAccountId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put simulated money into an internal account
         * @description Credits the account at once, as if a deposit to its funding instructions had arrived, and returns it with its new balance. An `INTERNAL_ACCOUNT.BALANCE_UPDATED` event follows. Every call adds the amount again. Served in the sandbox only.
         */
        readonly post: operations["sandboxFundInternalAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/webhooks/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event to the webhook endpoint
         * @description Sends one `TEST` event, signed like every other event, to the `webhookEndpoint` of the platform configuration, waits for the answer and reports it. Use it to prove that your endpoint is reachable and verifies the signature. The event is sent once and never retried.
         *
         *     Whatever status the endpoint answers, this request succeeds and reports it in `response_status`; redirects are not followed. Only when no answer comes back within 10 seconds is the request itself refused. Served in the sandbox only.
         */
        readonly post: operations["sendTestWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API tokens
         * @description Returns the API tokens of the platform in the environment of the credentials, the newest first. Secrets are never shown. Several filters together narrow the list; the date filters include the moment they name.
         */
        readonly get: operations["listTokens"];
        readonly put?: never;
        /**
         * Create an API token
         * @description Creates credentials for the platform in the environment of the credentials used. They work at once. The answer holds `clientSecret` this one time only: store it before anything else, because it cannot be read again.
         *
         *     To replace a token without interruption, create the new one, change over, then delete the old one.
         */
        readonly post: operations["createToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tokens/{tokenId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the token, not its `clientId`.
                 * @example Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f
                 */
                readonly tokenId: components["schemas"]["TokenId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read an API token
         * @description Returns one API token without its secret.
         */
        readonly get: operations["getTokenById"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an API token
         * @description Ends the token for good. Requests that arrive afterwards with its credentials are answered with 401; requests under way are finished. A token may delete itself, so make sure that you hold another one with the permission `MANAGE`. Deleting it again is answered with 404, which can be taken as done.
         */
        readonly delete: operations["deleteTokenById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List transactions
         * @description Returns payments and card transactions, the newest first unless `sortOrder` says otherwise. Several filters together narrow the list, and both dates include the moment they name. `status` is a status of payments: together with `type=CARD` it is refused with `INVALID_INPUT`. Prefer webhooks for following one payment, and this list for reconciling, with `startDate` and `endDate` and from page to page by `cursor`.
         */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/{transactionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the payment, which a quote names in `transactionId`, or of a card transaction.
                 * @example Transaction:0198c0de-7a16-7d41-9e4f-60718293a4b5
                 */
                readonly transactionId: components["parameters"]["TransactionId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a transaction
         * @description Returns the transaction with its present status, in the same form that events carry it in. It exists from the moment its quote does. `failureReason` says why a payment failed, and `refund` how far the way back of its money is; a payment can become `FAILED` after it was `COMPLETED`, when a bank returns it.
         */
        readonly get: operations["getTransactionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly customerKycApproved: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A person was verified
         * @description Sent when a person's identity has been verified; `verificationStatus` is `APPROVED`. Nothing more follows about this
         *     verification.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Customer verification approved. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["CustomerKycApprovedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly customerKycPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The verification of a person is being decided
         * @description Sent when a person's verification has been submitted and is being decided. There is nothing to do.
         *
         *     Next comes `CUSTOMER.KYC_APPROVED` or `CUSTOMER.KYC_REJECTED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Customer verification pending. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["CustomerKycPendingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly customerKycRejected: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The verification of a person was rejected
         * @description Sent when a person's identity could not be verified for good; `verificationStatus` is `REJECTED`. Tell the customer
         *     that you cannot serve them. Changing the name does not reopen the decision.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Customer verification rejected. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["CustomerKycRejectedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly externalAccountStatusUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The status of an external account changed
         * @description Sent on every change of an external account's status after its creation: when screening clears or refuses it, and
         *     through the whole proof of ownership of a wallet. Offer the account for payments when it is `ACTIVE`, and let the
         *     customer start a new challenge when it is `UNVERIFIED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description External account status updated. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["ExternalAccountStatusUpdatedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An internal account was credited
         * @description Sent when the money is on the internal account and can be spent; `settledAt` is set.
         *     `INTERNAL_ACCOUNT.BALANCE_UPDATED` tells the new balance. Nothing more follows as a rule.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment completed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentCompletedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An incoming payment failed
         * @description Sent when the internal account will not be credited: the quote expired, the money could not be collected or converted,
         *     screening stopped it, or a UMA payment was not approved. `failureReason` says which.
         *
         *     Next come `INCOMING_PAYMENT.REFUND_PENDING` and its outcome, whenever money had been taken from the source.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment failed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentFailedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Money is expected on an internal account
         * @description Sent once, when a quote to an internal account is created, when a deposit to an account's payment instructions is
         *     seen, or when somebody pays to a customer's UMA address. The account is not credited yet. This event is sent one time
         *     only and never repeated.
         *
         *     A UMA payment waits for your decision, so screen `counterpartyInformation` and answer within five seconds: 200
         *     approves, 403 rejects, 422 asks for more, 202 says that the decision follows by
         *     `POST /transactions/{transactionId}/approve` or `/reject` within those five seconds. Without a decision the payment
         *     fails with `PAYMENT_APPROVAL_TIMED_OUT`. For all other payments the event only informs, and any 2xx will do.
         *
         *     Next comes `INCOMING_PAYMENT.PROCESSING`, or `INCOMING_PAYMENT.FAILED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment pending. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentPendingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. For a UMA payment this approves it; the body carries what was asked for in `requestedReceiverCustomerInfoFields`, and can be left out when nothing mandatory was. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["IncomingPaymentApproval"];
                    };
                };
                /** @description For a UMA payment, the decision follows within five seconds. For any other payment, the event is stored. */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Rejects a UMA payment. */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["IncomingPaymentRejection"];
                    };
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Asks the other provider for more information about the payer of a UMA payment. */
                readonly 422: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["IncomingPaymentQuestion"];
                    };
                };
                /** @description Anything else counts as an error of your endpoint. The event is not sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentProcessing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An incoming payment is being credited
         * @description Sent when the funding is there: the quote was executed, the deposit is cleared, or a UMA payment was approved. The
         *     credit is on its way; do not hand out the money yet.
         *
         *     Next comes `INCOMING_PAYMENT.COMPLETED` or `INCOMING_PAYMENT.FAILED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment processing. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentProcessingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentRefundCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The money of a failed incoming payment is back
         * @description Sent when the money is back at the source of a failed payment. When that is an internal account,
         *     `INTERNAL_ACCOUNT.BALANCE_UPDATED` tells its new balance. Nothing follows.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment refund completed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentRefundCompletedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentRefundFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The refund of an incoming payment failed
         * @description Sent when the money of a failed payment could not be sent back to its source. Nothing more happens by itself: give
         *     support the `refund.reference`, who settle it by hand.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment refund failed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentRefundFailedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly incomingPaymentRefundPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The refund of an incoming payment started
         * @description Sent when money that was taken from the source of a failed payment begins its way back. `refund` has the reference and
         *     the reason. The `status` of the payment stays `FAILED`.
         *
         *     Next comes `INCOMING_PAYMENT.REFUND_COMPLETED` or `INCOMING_PAYMENT.REFUND_FAILED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Incoming payment refund pending. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["IncomingPaymentRefundPendingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly internalAccountBalanceUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The balance of an internal account changed
         * @description Sent after each change of a balance: a deposit, a payment, a refund, a fee. The account is shown as it was right after
         *     that change, so several events of one moment show each step; the one with the highest `sequence` is the newest. Use it
         *     to keep a balance on display, and the events of the payment to know why it changed.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Internal account balance updated. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["InternalAccountBalanceUpdatedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly internalAccountStatusUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The status of an internal account changed
         * @description Sent when an internal account becomes usable, is frozen, is released or is closed. Only an `ACTIVE` account sends and
         *     receives: stop offering any other to the customer.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Internal account status updated. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["InternalAccountStatusUpdatedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An outgoing payment arrived
         * @description Sent when the payout has reached its destination; `settledAt` is set. When `refund` is there too, the payment had been
         *     cancelled and refunded and was delivered all the same.
         *
         *     This is not always the end: a bank can return the payment, even days later. Then `OUTGOING_PAYMENT.FAILED` with
         *     `PAYOUT_RETURNED` and the refund events follow.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment completed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentCompletedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A quote expired before it was executed
         * @description Sent when the time in the quote's `expiresAt` has passed and nobody has executed or funded it. Nothing was debited, so
         *     there is no refund. Nothing follows; ask for a new quote if the payment is still wanted.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment expired. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentExpiredEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An outgoing payment failed or was returned
         * @description Sent when the payout could not be delivered, when a bank returned it after it was completed, or when the customer did
         *     not authenticate in time. `failureReason` says why and what to do. Create a new quote to try again; this one is over.
         *
         *     Next come `OUTGOING_PAYMENT.REFUND_PENDING` and its outcome, whenever money had been debited. Wait for
         *     `OUTGOING_PAYMENT.REFUND_COMPLETED` before you tell the customer that the money is back.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment failed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentFailedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An outgoing payment was created
         * @description Sent once, when a quote to an external account or a UMA address is created. No money has moved. Store the payment
         *     under its id, so that later events find it.
         *
         *     Next comes `OUTGOING_PAYMENT.PROCESSING` when the quote is executed or funded,
         *     `OUTGOING_PAYMENT.PENDING_AUTHORIZATION` first when the customer has to authenticate, or `OUTGOING_PAYMENT.EXPIRED`
         *     when nobody executes it.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment pending. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentPendingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentPendingAuthorization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A customer has to authenticate a payment
         * @description Sent when a payment of a customer who needs strong customer authentication has to be authorized, and again for each
         *     further authorization. No money has moved. The challenge is not in the event: read it from the quote in `quoteId`, let
         *     the customer pass it, and send the answer before it runs out.
         *
         *     Next comes `OUTGOING_PAYMENT.PROCESSING` once everything is authorized, this event again when more is needed, or
         *     `OUTGOING_PAYMENT.FAILED` with `SCA_NOT_COMPLETED` when the challenge runs out.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment waiting for authentication. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentPendingAuthorizationEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentProcessing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An outgoing payment is on its way
         * @description Sent when the quote is executed, or when its deposit has arrived. The source account is debited. Tell the customer
         *     that the payment is on its way; `expectedSettlementAt` says when it should arrive.
         *
         *     Next comes `OUTGOING_PAYMENT.COMPLETED` or `OUTGOING_PAYMENT.FAILED`. A payment that is cancelled by hand has its
         *     refund events first.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment processing. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentProcessingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentRefundCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The money of an outgoing payment is back
         * @description Sent when the money is back: on the internal account it was taken from, with the payer when it came over an instant
         *     rail, or on the customer's internal account of the asset when it was paid in as crypto. Tell the customer.
         *
         *     Nothing follows a failed payment. A payment that was cancelled by hand can still be delivered by the provider; then
         *     `OUTGOING_PAYMENT.COMPLETED` follows.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment refund completed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentRefundCompletedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentRefundFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The refund of an outgoing payment failed
         * @description Sent when the money could not be sent back. Nothing more happens by itself: give support the `refund.reference`, who
         *     settle it by hand.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment refund failed. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentRefundFailedEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly outgoingPaymentRefundPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The refund of an outgoing payment started
         * @description Sent when the way back of the money begins: after a failure, after a bank return, or when a payment under way is
         *     cancelled by hand. `refund` has the reference and the reason. The `status` of the payment stays as it is.
         *
         *     Next comes `OUTGOING_PAYMENT.REFUND_COMPLETED` or `OUTGOING_PAYMENT.REFUND_FAILED`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Outgoing payment refund pending. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OutgoingPaymentRefundPendingEvent"];
                };
            };
            readonly responses: {
                /** @description The event is stored. Answer within ten seconds and do the work afterwards. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description You have this event already. The service takes it as delivered. */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else, a redirection included, counts as not delivered. The event is sent again, first after 30 seconds and then at doubling intervals of up to 30 minutes, for seven days. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly test: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A test of your endpoint
         * @description Sent by `POST /sandbox/webhooks/test`, and when the webhook endpoint is set or changed. It has no `data` and no `id`:
         *     nothing has happened, and it is never sent again. Verify the signature and answer as you do for any event.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
                     * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
                     */
                    readonly "X-Service-Signature": components["parameters"]["ServiceSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description Test of the endpoint. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["TestEvent"];
                };
            };
            readonly responses: {
                /** @description The endpoint works. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Anything else counts as not delivered. The event is not sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Account to pay to
         * @description Pays to an account.
         */
        readonly AccountDestination: {
            /** @description The account to pay. An external account makes the payment `OUTGOING`, an internal account makes it `INCOMING`, wherever the money comes from. */
            readonly accountId: components["schemas"]["AccountId"];
            /**
             * @description Says that the money goes to an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly destinationType: "ACCOUNT";
            /** @description Rail to pay an external bank account over, one of its `paymentRails`. The account's default rail is used when it is left out, which is the instant one where there is one. */
            readonly paymentRail?: components["schemas"]["PaymentRail"];
        };
        /**
         * Account id
         * @description Identifies an internal account (held by the service) or an external account (a bank account or wallet elsewhere).
         * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
         */
        readonly AccountId: string;
        /**
         * Account to pay from
         * @description Takes the money from an account.
         */
        readonly AccountQuoteSource: {
            /** @description The internal account to debit, or an external account from which money can be pulled. */
            readonly accountId: components["schemas"]["AccountId"];
            /** @description The customer on whose behalf money is taken from a pooled account of the platform. For an account of a customer leave it out, or name that customer. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description Says that the money comes from an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly sourceType: "ACCOUNT";
        };
        /**
         * Account paid to
         * @description The money goes to an account.
         */
        readonly AccountTransactionDestination: {
            readonly accountId: components["schemas"]["AccountId"];
            readonly currency?: components["schemas"]["CurrencyCode"];
            /**
             * @description Says that the money goes to an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly destinationType: "ACCOUNT";
            readonly onChainTransaction?: components["schemas"]["OnChainTransaction"];
        };
        /**
         * Account paid from
         * @description The money came from an account.
         */
        readonly AccountTransactionSource: {
            readonly accountId: components["schemas"]["AccountId"];
            readonly currency?: components["schemas"]["CurrencyCode"];
            readonly onChainTransaction?: components["schemas"]["OnChainTransaction"];
            /**
             * @description Says that the money came from an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly sourceType: "ACCOUNT";
        };
        /**
         * Postal address
         * @description A physical address of a person or business. Payout partners screen it, so send the address where the party really lives or is registered, not a post-office box.
         * @example {
         *       "line1": "548 Market Street",
         *       "line2": "Suite 200",
         *       "city": "San Francisco",
         *       "state": "CA",
         *       "postalCode": "94104",
         *       "country": "US"
         *     }
         */
        readonly Address: {
            /**
             * @description City, town or village.
             * @example San Francisco
             */
            readonly city?: string;
            readonly country: components["schemas"]["CountryCode"];
            /**
             * @description Street and number.
             * @example 548 Market Street
             */
            readonly line1: string;
            /**
             * @description Flat, suite, floor or building, where there is one.
             * @example Suite 200
             */
            readonly line2?: string;
            /**
             * @description Postal or ZIP code as written in the country of the address.
             * @example 94104
             */
            readonly postalCode: string;
            /**
             * @description State, province or region. For the United States, the two-letter state code.
             * @example CA
             */
            readonly state?: string;
        };
        /**
         * Agent id
         * @description Identifies an agent that acts for a customer.
         * @example Agent:0198c0de-7a21-7d1a-8b02-5c6d7e8f9a0b
         */
        readonly AgentId: `Agent:${string}`;
        /**
         * Annual income range
         * @description Yearly income of the person, worth in US dollars.
         * @example RANGE_50K_100K
         * @enum {string}
         */
        readonly AnnualIncomeRange: "UNDER_50K" | "RANGE_50K_100K" | "RANGE_100K_250K" | "RANGE_250K_1M" | "OVER_1M";
        /**
         * Id of any transaction
         * @description Identifies a payment or a card transaction.
         * @example Transaction:0198c0de-7a16-7d41-9e4f-60718293a4b5
         */
        readonly AnyTransactionId: string;
        /**
         * API token
         * @description Credentials of the platform in one environment. Authenticate with HTTP Basic: user name `clientId`, password `clientSecret`.
         * @example {
         *       "id": "Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f",
         *       "name": "payout worker",
         *       "permissions": [
         *         "VIEW",
         *         "TRANSACT"
         *       ],
         *       "clientId": "0198c0de7a127a559d3e1c2b3a4d5e6f",
         *       "createdAt": "2025-01-01T00:00:00.000Z",
         *       "updatedAt": "2025-01-01T00:00:00.000Z"
         *     }
         */
        readonly ApiToken: {
            /**
             * @description User name for HTTP Basic authentication, 32 hexadecimal characters.
             * @example 0198c0de7a127a559d3e1c2b3a4d5e6f
             */
            readonly clientId: string;
            /**
             * @description Password for HTTP Basic authentication, 36 hexadecimal characters. Returned only by the request that creates the token; the service keeps no copy it could show again.
             * @example 00112233445566778899aabbccddeeff0011
             */
            readonly clientSecret?: string;
            /**
             * Format: date-time
             * @description When the token was created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            readonly id: components["schemas"]["TokenId"];
            readonly name: components["schemas"]["TokenName"];
            /** @description What the token may do. */
            readonly permissions: readonly components["schemas"]["Permission"][];
            /**
             * Format: date-time
             * @description When the token last changed.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt: string;
        };
        /**
         * API token to create
         * @description Name and permissions of the new token.
         * @example {
         *       "name": "payout worker",
         *       "permissions": [
         *         "VIEW",
         *         "TRANSACT"
         *       ]
         *     }
         */
        readonly ApiTokenCreateRequest: {
            readonly name: components["schemas"]["TokenName"];
            /** @description What the token may do. Grant no more than the program that holds it needs. */
            readonly permissions: readonly components["schemas"]["Permission"][];
        };
        /**
         * Base wallet
         * @description A wallet on the Base network, for USDC. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly BaseWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Base network.
             * @constant
             */
            readonly accountType: "BASE_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "BASE_WALLET";
        };
        /**
         * Beneficial owner
         * @description A person who owns or runs a business customer.
         */
        readonly BeneficialOwner: {
            /**
             * Format: date-time
             * @description When the person was added.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            /** @description The business. */
            readonly customerId: components["schemas"]["CustomerId"];
            readonly id: components["schemas"]["BeneficialOwnerId"];
            readonly kycStatus: components["schemas"]["KycStatus"];
            /**
             * @description Share of the business that the person owns, in whole percent.
             * @example 60
             */
            readonly ownershipPercentage: number;
            readonly personalInfo: components["schemas"]["BeneficialOwnerPersonalInfo"];
            /** @description What the person is to the business. */
            readonly roles: readonly components["schemas"]["BeneficialOwnerRole"][];
            /**
             * Format: date-time
             * @description When the person last changed.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt?: string;
        };
        /**
         * Beneficial owner id
         * @description Identifies a person who owns or runs a business customer.
         * @example BeneficialOwner:0198c0de-7a20-7c15-9a01-3e4d5c6b7a81
         */
        readonly BeneficialOwnerId: `BeneficialOwner:${string}`;
        /**
         * Personal information of a beneficial owner
         * @description Who the person is.
         */
        readonly BeneficialOwnerPersonalInfo: {
            /** @description Where the person lives. */
            readonly address: components["schemas"]["Address"];
            /**
             * Format: date
             * @description Date of birth.
             * @example 1990-12-10
             */
            readonly birthDate: string;
            /** @description Country that issued the number. */
            readonly countryOfIssuance?: components["schemas"]["CountryCode"];
            /**
             * Format: email
             * @description Email address.
             * @example ada@example.com
             */
            readonly email?: string;
            /**
             * @description First name as in the identity document.
             * @example Ada
             */
            readonly firstName: string;
            /**
             * @description The number that `idType` names. Only its last four characters are returned.
             * @example *******6789
             */
            readonly identifier: string;
            readonly idType: components["schemas"]["IdentificationType"];
            /**
             * @description Last name as in the identity document.
             * @example Lovelace
             */
            readonly lastName: string;
            /**
             * @description Middle name, where there is one.
             * @example King
             */
            readonly middleName?: string;
            /** @description Country whose citizen the person is. */
            readonly nationality: components["schemas"]["CountryCode"];
            /**
             * @description Phone number in E.164 form.
             * @example +14155550100
             */
            readonly phoneNumber?: string;
        };
        /**
         * Beneficial owner role
         * @description What the person is to the business. `UBO` owns a quarter of it or more; `CONTROL_PERSON` decides what it does.
         * @example UBO
         * @enum {string}
         */
        readonly BeneficialOwnerRole: "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER";
        /**
         * Beneficiary
         * @description Who owns the bank account, a person or a business.
         */
        readonly BeneficiaryOneOf: components["schemas"]["IndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * Beneficiary verification status
         * @description What the bank says to the question whether the account belongs to the beneficiary. `MATCHED`: the names agree. `PARTIAL_MATCH`: they nearly agree; compare with `beneficiaryVerifiedData`. `NOT_MATCHED`: they differ. `UNSUPPORTED`: the bank does not answer. `CHECKED_BY_RECEIVING_FI`: the bank checks when a payment arrives. `PENDING`: no answer yet.
         * @example MATCHED
         * @enum {string}
         */
        readonly BeneficiaryVerificationStatus: "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";
        /**
         * Verified data of the beneficiary
         * @description What the bank has on file about the owner of the account, as far as it tells.
         * @example {
         *       "fullName": "Grace Hopper"
         *     }
         */
        readonly BeneficiaryVerifiedData: {
            /**
             * @description Name of the owner as the bank has it.
             * @example Grace Hopper
             */
            readonly fullName?: string;
        };
        /**
         * Brazilian real account details
         * @description The Pix key that finds an account in Brazil.
         */
        readonly BrlAccountInfoBase: {
            /**
             * @description Says that this is an account in Brazilian reals.
             * @constant
             */
            readonly accountType: "BRL_ACCOUNT";
            /**
             * @description The Pix key in the form that `pixKeyType` asks for: 11 digits for `CPF`, 14 digits for `CNPJ`, an email address, a phone number in E.164 form starting with `+55`, or the UUID of a `RANDOM` key.
             * @example ana.souza@example.com
             */
            readonly pixKey: string;
            /**
             * @description Kind of the Pix key.
             * @example EMAIL
             * @enum {string}
             */
            readonly pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
            /**
             * @description CPF (11 digits) or CNPJ (14 digits) of the owner, digits only.
             * @example 11144477735
             */
            readonly taxId: string;
        };
        /**
         * New Brazilian real account
         * @description An account in Brazilian reals and who owns it. A business needs at least its legal name and its address, and a business that sends needs its registration number.
         */
        readonly BrlExternalAccountCreateInfo: components["schemas"]["BrlAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["BeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "BRL_ACCOUNT";
        };
        /**
         * Brazilian real account
         * @description An account in Brazilian reals, as it is on file.
         */
        readonly BrlExternalAccountInfo: components["schemas"]["BrlExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly "PIX"[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "BRL_ACCOUNT";
        };
        /**
         * Business that owns the account
         * @description The business that owns an account. Besides the legal name give the address, which every currency needs, and the registration number, which euro accounts need.
         * @example {
         *       "beneficiaryType": "BUSINESS",
         *       "legalName": "Compiler Works GmbH",
         *       "registrationNumber": "HRB 12345",
         *       "address": {
         *         "line1": "Invalidenstrasse 1",
         *         "city": "Berlin",
         *         "postalCode": "10115",
         *         "country": "DE"
         *       }
         *     }
         */
        readonly BusinessBeneficiary: {
            /** @description Where the business is registered. */
            readonly address?: components["schemas"]["Address"];
            /**
             * @description Says that the owner is a business. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly beneficiaryType: "BUSINESS";
            /** @description Country in which the business is registered. */
            readonly countryOfResidence?: components["schemas"]["CountryCode"];
            /**
             * @description Email address.
             * @example accounts@compiler.example.com
             */
            readonly email?: string;
            /**
             * @description Name under which the business is registered.
             * @example Compiler Works GmbH
             */
            readonly legalName: string;
            /**
             * @description Phone number with its country code.
             * @example +493012345678
             */
            readonly phoneNumber?: string;
            /**
             * @description Number in the register of the country where the business is registered.
             * @example HRB 12345
             */
            readonly registrationNumber?: string;
            /**
             * @description Tax number of the business.
             * @example DE123456789
             */
            readonly taxId?: string;
        };
        /**
         * Business
         * @description A customer that is a business.
         */
        readonly BusinessCustomer: components["schemas"]["Customer"] & components["schemas"]["BusinessCustomerFields"] & {
            /** @description The people who own or run the business, as far as they have been given. Absent when there are none. */
            readonly beneficialOwners?: readonly components["schemas"]["BeneficialOwner"][];
            readonly businessInfo?: components["schemas"]["BusinessInfoResponse"];
            readonly kybStatus?: components["schemas"]["KybStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "BUSINESS";
        };
        /**
         * New business
         * @description A business to register as a customer.
         */
        readonly BusinessCustomerCreateRequest: components["schemas"]["CustomerCreateRequest"] & components["schemas"]["BusinessCustomerFields"] & {
            readonly businessInfo: components["schemas"]["BusinessInfo"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "BUSINESS";
        };
        /**
         * Fields of a business
         * @description What is known about a customer that is a business, besides its `businessInfo`.
         */
        readonly BusinessCustomerFields: {
            /** @description Where the business is registered. */
            readonly address?: components["schemas"]["Address"];
            /**
             * @description Says that the customer is a business.
             * @constant
             */
            readonly customerType: "BUSINESS";
        };
        /**
         * Changes to a business
         * @description What to change on a customer that is a business.
         */
        readonly BusinessCustomerUpdateRequest: components["schemas"]["CustomerUpdateRequest"] & components["schemas"]["BusinessCustomerFields"] & {
            readonly businessInfo?: components["schemas"]["BusinessInfoUpdate"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "BUSINESS";
        };
        /**
         * Business information
         * @description Facts about a business that is being registered as a customer.
         * @example {
         *       "legalName": "Analytical Engines LLC",
         *       "country": "US",
         *       "registrationNumber": "5523041",
         *       "incorporatedOn": "2019-05-04",
         *       "entityType": "LLC",
         *       "taxId": "12-3456789"
         *     }
         */
        readonly BusinessInfo: WithRequired<components["schemas"]["BusinessInfoUpdate"], "legalName" | "country" | "incorporatedOn" | "taxId">;
        /**
         * Business information on file
         * @description Facts about the business as they are on file.
         * @example {
         *       "legalName": "Analytical Engines LLC",
         *       "country": "US",
         *       "registrationNumber": "5523041",
         *       "incorporatedOn": "2019-05-04",
         *       "entityType": "LLC",
         *       "taxId": "12-3456789"
         *     }
         */
        readonly BusinessInfoResponse: WithRequired<components["schemas"]["BusinessInfoUpdate"], "legalName">;
        /**
         * Business information to change
         * @description Facts about a business. Members that are left out of an update stay as they are.
         */
        readonly BusinessInfoUpdate: {
            readonly businessType?: components["schemas"]["BusinessType"];
            /** @description Countries in which the business works. */
            readonly countriesOfOperation?: readonly components["schemas"]["CountryCode"][];
            /** @description Country in which the business is registered. */
            readonly country?: components["schemas"]["CountryCode"];
            /**
             * @description Name under which the business trades, when it differs from the legal name.
             * @example Analytical Engines
             */
            readonly doingBusinessAs?: string;
            readonly entityType?: components["schemas"]["EntityType"];
            /** @description Countries from which the business expects to be paid or to which it expects to pay. */
            readonly expectedCounterpartyCountries?: readonly components["schemas"]["CountryCode"][];
            readonly expectedMonthlyTransactionCount?: components["schemas"]["ExpectedMonthlyTransactionCount"];
            readonly expectedMonthlyTransactionVolume?: components["schemas"]["ExpectedMonthlyTransactionVolume"];
            /** @description Countries to which the business expects to pay. */
            readonly expectedRecipientJurisdictions?: readonly components["schemas"]["CountryCode"][];
            /**
             * Format: date
             * @description Date of registration.
             * @example 2019-05-04
             */
            readonly incorporatedOn?: string;
            /**
             * @description Name under which the business is registered.
             * @example Analytical Engines LLC
             */
            readonly legalName?: string;
            /**
             * @description Branch of industry by the North American Industry Classification System.
             * @example 541511
             */
            readonly naicsCode?: string;
            /**
             * @description First name of the person to write to.
             * @example Ada
             */
            readonly primaryContactFirstName?: string;
            /**
             * @description Last name of the person to write to.
             * @example Lovelace
             */
            readonly primaryContactLastName?: string;
            readonly purposeOfAccount?: components["schemas"]["PurposeOfAccount"];
            /**
             * @description The purpose in words, when `purposeOfAccount` is `OTHER`.
             * @example Prize money for a competition
             */
            readonly purposeOfAccountOtherDescription?: string;
            /**
             * @description Number in the register of that country. In the sandbox its last three characters decide how the verification ends.
             * @example 5523041
             */
            readonly registrationNumber?: string;
            /**
             * @description Where the money comes from, in free text. Prefer `sourceOfFundsCategories`.
             * @example Fees for consulting
             */
            readonly sourceOfFunds?: string;
            /** @description Where the money that the business moves comes from. */
            readonly sourceOfFundsCategories?: readonly components["schemas"]["SourceOfFundsCategory"][];
            /**
             * @description The source of funds in words, when `sourceOfFundsCategories` has `OTHER`.
             * @example Grants of a public fund
             */
            readonly sourceOfFundsOtherDescription?: string;
            /**
             * @description Tax number, for example an EIN in the United States.
             * @example 12-3456789
             */
            readonly taxId?: string;
        };
        /**
         * Business type
         * @description Branch of industry that the business mainly works in.
         * @example PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES
         * @enum {string}
         */
        readonly BusinessType: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION";
        /**
         * Card to look for
         * @description A card, by its id or by the bare UUID in it.
         * @example Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5
         */
        readonly CardFilterId: string;
        /**
         * Card id
         * @description Identifies a card.
         * @example Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5
         */
        readonly CardId: `Card:${string}`;
        /**
         * Merchant
         * @description Who the card was used at, as the card network reports it.
         * @example {
         *       "descriptor": "CORNER BOOKSHOP",
         *       "mcc": "5942",
         *       "city": "San Francisco",
         *       "state": "CA",
         *       "country": "US"
         *     }
         */
        readonly CardMerchant: {
            /**
             * @description City, when the network reports it.
             * @example San Francisco
             */
            readonly city?: string;
            readonly country?: components["schemas"]["CountryCode"];
            /**
             * @description Name as it appears on a statement.
             * @example CORNER BOOKSHOP
             */
            readonly descriptor: string;
            /**
             * @description Category code of the merchant.
             * @example 5942
             */
            readonly mcc?: string;
            /**
             * @description State or region, when the network reports it.
             * @example CA
             */
            readonly state?: string;
        };
        /**
         * Pull summary
         * @description How often money was taken from the funding source for this transaction, and how much in total.
         * @example {
         *       "count": 1,
         *       "totalAmount": 1250,
         *       "pendingCount": 0
         *     }
         */
        readonly CardPullSummary: {
            /**
             * @description Number of times money was taken.
             * @example 1
             */
            readonly count: number;
            /**
             * @description How many of them are not confirmed yet.
             * @example 0
             */
            readonly pendingCount?: number;
            readonly totalAmount: components["schemas"]["MinorAmount"];
        };
        /**
         * Refund summary
         * @description How often money was given back on this transaction, and how much in total.
         * @example {
         *       "count": 0,
         *       "totalAmount": 0
         *     }
         */
        readonly CardRefundSummary: {
            /**
             * @description Number of times money was given back.
             * @example 0
             */
            readonly count: number;
            readonly totalAmount: components["schemas"]["MinorAmount"];
        };
        /**
         * Settlement summary
         * @description How often the merchant settled this transaction, and how much in total.
         * @example {
         *       "count": 1,
         *       "totalAmount": 1250
         *     }
         */
        readonly CardSettlementSummary: {
            /**
             * @description Number of settlements.
             * @example 1
             */
            readonly count: number;
            readonly totalAmount: components["schemas"]["MinorAmount"];
        };
        /**
         * Card tokenization verification
         * @description Branding of the verification codes sent when a cardholder adds a card to a phone or watch. A change applies to codes sent afterwards.
         * @example {
         *       "displayName": "Acme Cards",
         *       "logoUrl": "https://example.com/logo.png"
         *     }
         */
        readonly CardTokenization2FAConfig: {
            /**
             * @description Name under which the codes are announced.
             * @example Acme Cards
             */
            readonly displayName?: string;
            readonly email?: components["schemas"]["CardTokenization2FAEmailConfig"];
            /**
             * Format: uri
             * @description Image shown with the code. Must be served over HTTPS.
             * @example https://example.com/logo.png
             */
            readonly logoUrl?: string;
            readonly sms?: components["schemas"]["CardTokenization2FASmsConfig"];
        };
        /**
         * Card tokenization e-mail
         * @description Wording and sender of the e-mail that carries the code when a card is added to a phone or watch.
         * @example {
         *       "fromAddress": "cards@example.com",
         *       "fromName": "Acme Cards",
         *       "subject": "Your card verification code"
         *     }
         */
        readonly CardTokenization2FAEmailConfig: {
            /**
             * @description Text around the code.
             * @example Use this code to finish adding your card.
             */
            readonly bodyText?: string;
            /**
             * Format: email
             * @description Address that the e-mail comes from.
             * @example cards@example.com
             */
            readonly fromAddress?: string;
            /**
             * @description Name shown as the sender.
             * @example Acme Cards
             */
            readonly fromName?: string;
            /**
             * Format: email
             * @description Address that answers go to.
             * @example support@example.com
             */
            readonly replyToAddress?: string;
            /**
             * @description Subject line.
             * @example Your card verification code
             */
            readonly subject?: string;
        };
        /**
         * Card tokenization text message
         * @description Wording of the text message that carries the code when a card is added to a phone or watch.
         * @example {
         *       "bodyText": "Use this code to finish adding your card."
         *     }
         */
        readonly CardTokenization2FASmsConfig: {
            /**
             * @description Text around the code.
             * @example Use this code to finish adding your card.
             */
            readonly bodyText?: string;
            /**
             * @description Identifier of a message template registered with the text-message provider, where one is used.
             * @example card-code-template
             */
            readonly templateSid?: string;
        };
        /**
         * Card transaction
         * @description Spending with a card, or a merchant's refund. A refund is a row of its own, with `direction` `CREDIT` and the purchase in `originalTransactionId`; the purchase stays `SETTLED`.
         */
        readonly CardTransaction: {
            /** @description The account that pays for the card. */
            readonly accountId: components["schemas"]["InternalAccountId"];
            /** @description What was set aside. */
            readonly authorizedAmount: components["schemas"]["CurrencyAmount"];
            /**
             * Format: date-time
             * @description When the card was used.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly authorizedAt: string;
            readonly cardId?: components["schemas"]["CardId"];
            /**
             * Format: date-time
             * @description When the transaction was created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            readonly customerId: components["schemas"]["CustomerId"];
            /** @description `DEBIT` for a purchase, `CREDIT` for a merchant's refund. */
            readonly direction: components["schemas"]["TransactionDirection"];
            readonly id: components["schemas"]["CardTransactionId"];
            /**
             * @description The issuer's own id of the transaction.
             * @example tok_8b3f0c1d
             */
            readonly issuerTransactionToken?: string;
            /**
             * Format: date-time
             * @description When the network last reported something about the transaction.
             * @example 2025-01-02T00:00:00.000Z
             */
            readonly lastEventAt?: string;
            readonly merchant: components["schemas"]["CardMerchant"];
            /** @description The purchase that a refund belongs to. Present on refunds only. */
            readonly originalTransactionId?: components["schemas"]["CardTransactionId"];
            /**
             * @description Your own id of the customer.
             * @example user-4711
             */
            readonly platformCustomerId: string;
            readonly pullSummary?: components["schemas"]["CardPullSummary"];
            /** @description How much of a purchase has been given back. */
            readonly refundedAmount?: components["schemas"]["CurrencyAmount"];
            readonly refundSummary?: components["schemas"]["CardRefundSummary"];
            /** @description What was taken, or given back in the case of a refund. */
            readonly settledAmount?: components["schemas"]["CurrencyAmount"];
            readonly settlementSummary?: components["schemas"]["CardSettlementSummary"];
            readonly status: components["schemas"]["CardTransactionStatus"];
            /**
             * @description Says that this is a card transaction. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "CARD";
            /**
             * Format: date-time
             * @description When the transaction last changed.
             * @example 2025-01-02T00:00:00.000Z
             */
            readonly updatedAt: string;
        };
        /**
         * Card transaction id
         * @description Identifies a card transaction. A merchant's refund is a transaction of its own.
         * @example CardTransaction:0198c0de-7a26-7c1f-9e07-a1b2c3d4e5f6
         */
        readonly CardTransactionId: `CardTransaction:${string}`;
        /**
         * Card transaction status
         * @description `AUTHORIZED` the amount is set aside, `PARTIALLY_SETTLED` a part has been taken, `SETTLED` all has been taken, or given back in the case of a refund, `DECLINED` it was refused before any money moved, `EXCEPTION` the money could not be taken after the merchant was paid. A purchase that is given back stays `SETTLED`; `refundedAmount` tells how much.
         * @example SETTLED
         * @enum {string}
         */
        readonly CardTransactionStatus: "AUTHORIZED" | "PARTIALLY_SETTLED" | "SETTLED" | "DECLINED" | "EXCEPTION";
        /**
         * Contact verification
         * @description The channels the customer has to confirm with a one-time code. Only channels that are demanded are present; every one of them must be `VERIFIED` before an identity verification can be submitted.
         * @example {
         *       "email": "VERIFIED",
         *       "phone": "PENDING"
         *     }
         */
        readonly ContactVerification: {
            readonly email?: components["schemas"]["ContactVerificationStatus"];
            readonly phone?: components["schemas"]["ContactVerificationStatus"];
        };
        /**
         * Contact verification status
         * @description `PENDING` until the customer enters the code that was sent to this channel, `VERIFIED` afterwards.
         * @example VERIFIED
         * @enum {string}
         */
        readonly ContactVerificationStatus: "PENDING" | "VERIFIED";
        /**
         * Counterparty field definition
         * @description One piece of information that a regulated platform wants to see about the other party before it approves a payment.
         * @example {
         *       "name": "FULL_NAME",
         *       "mandatory": true
         *     }
         */
        readonly CounterpartyFieldDefinition: {
            /**
             * @description `true` refuses a payment whose other party does not give this field; `false` asks for it and goes on without it.
             * @example true
             */
            readonly mandatory: boolean;
            readonly name: components["schemas"]["UserInfoFieldName"];
        };
        /**
         * Information about the other party
         * @description What is known about the other party of a UMA payment, keyed by the name of the field, such as `FULL_NAME`. Screen it before you approve a payment.
         * @example {
         *       "FULL_NAME": "Grace Hopper",
         *       "BIRTH_DATE": "1985-12-09"
         *     }
         */
        readonly CounterpartyInformation: {
            readonly [key: string]: unknown;
        };
        /**
         * Country code
         * @description Country as the two upper-case letters of ISO 3166-1 alpha-2.
         * @example US
         */
        readonly CountryCode: string;
        /**
         * Created API token
         * @description The new token together with its secret, which is shown this one time.
         * @example {
         *       "id": "Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f",
         *       "name": "payout worker",
         *       "permissions": [
         *         "VIEW",
         *         "TRANSACT"
         *       ],
         *       "clientId": "0198c0de7a127a559d3e1c2b3a4d5e6f",
         *       "clientSecret": "00112233445566778899aabbccddeeff0011",
         *       "createdAt": "2025-01-01T00:00:00.000Z",
         *       "updatedAt": "2025-01-01T00:00:00.000Z"
         *     }
         */
        readonly CreatedApiToken: components["schemas"]["ApiToken"] & {
            /** @description Password for HTTP Basic authentication. Store it now; it cannot be read again. */
            readonly clientSecret: string;
        };
        /**
         * Crypto network
         * @description The network on which a crypto asset moves. The same asset can live on several networks, and an address is only good on its own network: funds sent over another one are not credited.
         * @example SOLANA
         * @enum {string}
         */
        readonly CryptoNetwork: "BITCOIN" | "ETHEREUM" | "SOLANA" | "BASE" | "POLYGON" | "TRON" | "PLASMA" | "SPARK";
        /**
         * Currency
         * @description A currency or crypto asset with all that is needed to show an amount in it. Divide an amount by 10 to the power of `decimals` to get major units: `12550` with two decimals is 125.50.
         * @example {
         *       "code": "USD",
         *       "name": "United States Dollar",
         *       "symbol": "$",
         *       "decimals": 2
         *     }
         */
        readonly Currency: {
            readonly code: components["schemas"]["CurrencyCode"];
            /**
             * @description Number of digits after the decimal point, which fixes how large the smallest unit is.
             * @example 2
             */
            readonly decimals: number;
            /**
             * @description English name of the currency.
             * @example United States Dollar
             */
            readonly name: string;
            /**
             * @description Sign commonly printed next to an amount. Several currencies share one sign, so never identify a currency by it.
             * @example $
             */
            readonly symbol: string;
        };
        /**
         * Amount with its currency
         * @description An amount together with the currency it is stated in, so that it can be read without any other context.
         * @example {
         *       "amount": 12550,
         *       "currency": {
         *         "code": "USD",
         *         "name": "United States Dollar",
         *         "symbol": "$",
         *         "decimals": 2
         *       }
         *     }
         */
        readonly CurrencyAmount: {
            readonly amount: components["schemas"]["MinorAmount"];
            readonly currency: components["schemas"]["Currency"];
        };
        /**
         * Currency code
         * @description Code of a currency or crypto asset: the three letters of ISO 4217 for money issued by a state (`USD`, `EUR`), the asset's own symbol otherwise (`USDC`, `BTC`). Codes are upper case and are matched exactly.
         * @example USD
         */
        readonly CurrencyCode: string;
        /**
         * Fields of every customer
         * @description What every customer has, whether a person or a business.
         */
        readonly Customer: {
            readonly contactVerification?: components["schemas"]["ContactVerification"];
            /**
             * Format: date-time
             * @description When the customer was created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            /** @description Currencies that the customer uses. Absent when the customer uses every currency of the platform. */
            readonly currencies?: readonly components["schemas"]["CurrencyCode"][];
            /**
             * Format: email
             * @description Email address of the customer.
             * @example ada@example.com
             */
            readonly email?: string;
            readonly endUserTermsConsent?: components["schemas"]["EndUserTermsConsent"];
            readonly id: components["schemas"]["CustomerId"];
            /**
             * @description `true` once the customer has been deleted. A deleted customer can still be read by id but no longer changed.
             * @example false
             */
            readonly isDeleted: boolean;
            /**
             * @description Phone number with its country code, in E.164 form.
             * @example +14155550100
             */
            readonly phoneNumber?: string;
            /**
             * @description Your own id of the customer. When you gave none, one was made for you.
             * @example user-4711
             */
            readonly platformCustomerId: string;
            /** @description Country whose rules apply to the customer. Fixed when the customer is created. */
            readonly region?: components["schemas"]["CountryCode"];
            /** @description Where the customer receives UMA payments. When you gave none, one was made for you. */
            readonly umaAddress: components["schemas"]["UmaAddress"];
            /**
             * Format: date-time
             * @description When the customer last changed.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt: string;
            readonly verificationStatus: components["schemas"]["CustomerVerificationStatus"];
        };
        /**
         * Fields of every new customer
         * @description What can be said about any new customer, whether a person or a business.
         */
        readonly CustomerCreateRequest: {
            /** @description Currencies that the customer will use, each of them one of the platform's. Leave it out for all of them. */
            readonly currencies?: readonly components["schemas"]["CurrencyCode"][];
            /**
             * Format: email
             * @description Email address of the customer.
             * @example ada@example.com
             */
            readonly email?: string;
            readonly endUserTermsConsent?: components["schemas"]["EndUserTermsConsentRequest"];
            /**
             * @description Phone number with its country code, in E.164 form.
             * @example +14155550100
             */
            readonly phoneNumber?: string;
            /**
             * @description Your own id of the customer, unique among the platform's customers that are not deleted; a clash is refused with `CONFLICT`. Giving one makes a lost answer harmless: the repeated request is refused instead of making a second customer. One is made for you when you leave it out.
             * @example user-4711
             */
            readonly platformCustomerId?: string;
            /** @description Country whose rules apply to the customer. It cannot be changed later. */
            readonly region?: components["schemas"]["CountryCode"];
            /** @description Address at which the customer shall receive UMA payments, with the platform's UMA domain. An address in use is refused with `UMA_ADDRESS_EXISTS`. One is made for you when you leave it out. */
            readonly umaAddress?: components["schemas"]["UmaAddress"];
        };
        /**
         * New customer
         * @description A person or a business to register. `customerType` says which, and with it which fields apply.
         */
        readonly CustomerCreateRequestOneOf: components["schemas"]["IndividualCustomerCreateRequest"] | components["schemas"]["BusinessCustomerCreateRequest"];
        /**
         * Enhanced due diligence
         * @description What a closer look at a person asks for. All of it is optional and sits on the customer itself. A description in free text is wanted where the matching category is `OTHER`.
         * @example {
         *       "sourceOfFundsCategories": [
         *         "SALARY"
         *       ],
         *       "purposeOfAccount": "P2P_TRANSFERS",
         *       "expectedMonthlyTransactionCount": "COUNT_UNDER_10",
         *       "expectedMonthlyTransactionVolume": "VOLUME_UNDER_10K",
         *       "pepStatus": "NONE"
         *     }
         */
        readonly CustomerEdd: {
            readonly annualIncomeRange?: components["schemas"]["AnnualIncomeRange"];
            readonly expectedMonthlyTransactionCount?: components["schemas"]["ExpectedMonthlyTransactionCount"];
            readonly expectedMonthlyTransactionVolume?: components["schemas"]["ExpectedMonthlyTransactionVolume"];
            readonly netWorthRange?: components["schemas"]["NetWorthRange"];
            readonly pepStatus?: components["schemas"]["PepStatus"];
            readonly purposeOfAccount?: components["schemas"]["PurposeOfAccount"];
            /**
             * @description The purpose in words, when `purposeOfAccount` is `OTHER`.
             * @example Tuition for a child abroad
             */
            readonly purposeOfAccountOtherDescription?: string;
            /** @description Where the money that the person moves comes from. */
            readonly sourceOfFundsCategories?: readonly components["schemas"]["IndividualSourceOfFundsCategory"][];
            /**
             * @description The source of funds in words, when `sourceOfFundsCategories` has `OTHER`.
             * @example Royalties from a patent
             */
            readonly sourceOfFundsOtherDescription?: string;
            /** @description How the person came to own what they own. */
            readonly sourceOfWealthCategories?: readonly components["schemas"]["SourceOfWealthCategory"][];
            /**
             * @description The source of wealth in words, when `sourceOfWealthCategories` has `OTHER`.
             * @example Sale of a family business
             */
            readonly sourceOfWealthOtherDescription?: string;
        };
        /**
         * Customer id
         * @description Identifies a customer of the platform. It never changes and is never used for another customer.
         * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
         */
        readonly CustomerId: `Customer:${string}`;
        /**
         * Customer verification approved
         * @description The body of the event `CUSTOMER.KYC_APPROVED`.
         */
        readonly CustomerKycApprovedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The customer, approved. */
            readonly data: components["schemas"]["IndividualCustomer"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "CUSTOMER.KYC_APPROVED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "CUSTOMER.KYC_APPROVED";
        };
        /**
         * Customer verification pending
         * @description The body of the event `CUSTOMER.KYC_PENDING`.
         */
        readonly CustomerKycPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The customer, being verified. */
            readonly data: components["schemas"]["IndividualCustomer"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "CUSTOMER.KYC_PENDING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "CUSTOMER.KYC_PENDING";
        };
        /**
         * Customer verification rejected
         * @description The body of the event `CUSTOMER.KYC_REJECTED`.
         */
        readonly CustomerKycRejectedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The customer, rejected. */
            readonly data: components["schemas"]["IndividualCustomer"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "CUSTOMER.KYC_REJECTED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "CUSTOMER.KYC_REJECTED";
        };
        /**
         * Page of customers
         * @description Customers that match the filters, newest first.
         */
        readonly CustomerListResponse: {
            /** @description The customers of this page. */
            readonly data: readonly components["schemas"]["CustomerOneOf"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * Customer
         * @description A person or a business that the platform moves money for. `customerType` tells which of the two it is.
         */
        readonly CustomerOneOf: components["schemas"]["IndividualCustomer"] | components["schemas"]["BusinessCustomer"];
        /**
         * Customer type
         * @description Whether the customer is a person (`INDIVIDUAL`) or a company or other organisation (`BUSINESS`).
         * @example INDIVIDUAL
         * @enum {string}
         */
        readonly CustomerType: "INDIVIDUAL" | "BUSINESS";
        /**
         * Changes to any customer
         * @description What can be changed on any customer. Members that are left out stay as they are. `region` and `platformCustomerId` cannot be changed.
         */
        readonly CustomerUpdateRequest: {
            /** @description Currencies that the customer will use from now on, each of them one of the platform's. */
            readonly currencies?: readonly components["schemas"]["CurrencyCode"][];
            /**
             * Format: email
             * @description New email address. It cannot be changed in one request together with `phoneNumber`.
             * @example ada@example.com
             */
            readonly email?: string;
            readonly endUserTermsConsent?: components["schemas"]["EndUserTermsConsentRequest"];
            /**
             * @description New phone number in E.164 form. It cannot be changed in one request together with `email`.
             * @example +14155550100
             */
            readonly phoneNumber?: string;
            /** @description New UMA address. An address in use is refused with `UMA_ADDRESS_EXISTS`. */
            readonly umaAddress?: components["schemas"]["UmaAddress"];
        };
        /**
         * Changes to a customer
         * @description What to change. `customerType` is required and must be the type the customer was created with; it decides which fields apply.
         */
        readonly CustomerUpdateRequestOneOf: components["schemas"]["IndividualCustomerUpdateRequest"] | components["schemas"]["BusinessCustomerUpdateRequest"];
        /**
         * Customer verification status
         * @description How far the check of the customer's identity is. `UNVERIFIED`: nothing decided yet, because no verification was submitted or because it is still being looked at. `RESOLVE_ERRORS`: a submission is incomplete or unusable and must be mended and submitted again. `APPROVED` and `REJECTED` are decisions; changing the customer's name does not undo them.
         * @example APPROVED
         * @enum {string}
         */
        readonly CustomerVerificationStatus: "UNVERIFIED" | "APPROVED" | "REJECTED" | "RESOLVE_ERRORS";
        /**
         * Embedded wallet configuration
         * @description How one-time codes for embedded wallets look when the service sends them to the platform's customers.
         * @example {
         *       "appName": "Acme Pay",
         *       "otpLength": 6,
         *       "alphanumeric": false,
         *       "expirationSeconds": 300
         *     }
         */
        readonly EmbeddedWalletConfig: {
            /**
             * @description `true` mixes letters and digits; `false`, the initial value, uses digits only.
             * @example false
             */
            readonly alphanumeric?: boolean;
            /**
             * @description Name of the application, shown in the message.
             * @example Acme Pay
             */
            readonly appName?: string;
            /**
             * @description Seconds for which a code can be used. 300 while nothing is set.
             * @example 300
             */
            readonly expirationSeconds?: number;
            /**
             * Format: uri
             * @description Image shown at the head of the message, scaled to 340 by 124 pixels as PNG.
             * @example https://example.com/logo.png
             */
            readonly logoUrl?: string;
            /**
             * @description Number of characters of a code. 6 while nothing is set.
             * @example 6
             */
            readonly otpLength?: number;
            /**
             * Format: email
             * @description Address that answers to the message go to.
             * @example support@example.com
             */
            readonly replyToEmailAddress?: string;
            /**
             * Format: email
             * @description Address that the message comes from. Its domain must be one that the operator has verified for the platform.
             * @example codes@example.com
             */
            readonly sendFromEmailAddress?: string;
            /**
             * @description Name shown as the sender. `Notifications` while nothing is set.
             * @example Acme Pay
             */
            readonly sendFromEmailSenderName?: string;
        };
        /**
         * End user terms
         * @description The end user terms that customers have to accept at the moment.
         * @example {
         *       "version": "V1",
         *       "url": "https://terms.example.com/end-user/V1"
         *     }
         */
        readonly EndUserTerms: {
            /**
             * Format: uri
             * @description Where the full text is. Carry the text itself in your own terms; showing only this link does not count as presenting it.
             * @example https://terms.example.com/end-user/V1
             */
            readonly url: string;
            /**
             * @description Send this as `endUserTermsConsent.termsVersion` once the customer has accepted.
             * @example V1
             */
            readonly version: string;
        };
        /**
         * Acceptance method
         * @description What the customer did to accept the terms: ticked a box that was empty before (`CHECKBOX`), or pressed a button that says so (`CLICK_TO_ACCEPT`). Merely showing the terms is not acceptance.
         * @example CHECKBOX
         * @enum {string}
         */
        readonly EndUserTermsAcceptanceMethod: "CHECKBOX" | "CLICK_TO_ACCEPT";
        /**
         * End user terms consent on file
         * @description The acceptance of the end user terms that is on file for the customer. Absent until there is one.
         * @example {
         *       "acceptedAt": "2025-01-01T00:00:00.000Z",
         *       "ipAddress": "203.0.113.24",
         *       "termsVersion": "V1",
         *       "acceptanceMethod": "CHECKBOX"
         *     }
         */
        readonly EndUserTermsConsent: components["schemas"]["EndUserTermsConsentRequest"];
        /**
         * End user terms consent to record
         * @description Proof that the customer accepted the end user terms. Platforms that move money under the service's own licences must collect it before the customer can use the service; platforms with licences of their own leave it out.
         * @example {
         *       "acceptedAt": "2025-01-01T00:00:00.000Z",
         *       "ipAddress": "203.0.113.24",
         *       "termsVersion": "V1",
         *       "acceptanceMethod": "CHECKBOX"
         *     }
         */
        readonly EndUserTermsConsentRequest: {
            readonly acceptanceMethod: components["schemas"]["EndUserTermsAcceptanceMethod"];
            /**
             * Format: date-time
             * @description When the customer accepted, as your own system recorded it.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly acceptedAt: string;
            /**
             * @description IPv4 or IPv6 address of the device on which the customer accepted.
             * @example 203.0.113.24
             */
            readonly ipAddress: string;
            /**
             * @description The version the customer was shown, as `GET /customers/end-user-terms` gave it at that moment. A version that was never published is refused with `END_USER_TERMS_VERSION_NOT_FOUND`.
             * @example V1
             */
            readonly termsVersion: string;
        };
        /**
         * Entity type
         * @description Legal form of the business.
         * @example LLC
         * @enum {string}
         */
        readonly EntityType: "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "PUBLICLY_LISTED_COMPANY" | "TRUST" | "PRIVATE_FOUNDATION" | "CHARITY" | "OTHER";
        /**
         * Environment
         * @description Where the credentials act. `SANDBOX` moves simulated money and serves the `/sandbox` paths; `PRODUCTION` moves real money and refuses them. Nothing created in one environment can be seen from the other.
         * @example SANDBOX
         * @enum {string}
         */
        readonly Environment: "SANDBOX" | "PRODUCTION";
        /**
         * Error 400
         * @description The request cannot be carried out as it stands. `code` says which rule it breaks; for `INVALID_INPUT`, `details.errors[]` lists every field to mend. Repeating the same request gives the same refusal.
         * @example {
         *       "code": "INVALID_INPUT",
         *       "reason": "The request has 1 invalid field.",
         *       "status": 400,
         *       "message": "The request has 1 invalid field.",
         *       "details": {
         *         "errors": [
         *           {
         *             "field": "lockedCurrencyAmount",
         *             "message": "must be an integer"
         *           }
         *         ]
         *       }
         *     }
         */
        readonly Error400: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example INVALID_INPUT
             * @enum {string}
             */
            readonly code: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT" | "INVALID_AMOUNT" | "INVALID_CURRENCY" | "INVALID_TIMESTAMP" | "INVALID_NONCE" | "AMOUNT_OUT_OF_RANGE" | "INVALID_BANK_ACCOUNT" | "SELF_PAYMENT" | "INSUFFICIENT_FUNDS" | "MISSING_MANDATORY_USER_INFO" | "END_USER_TERMS_VERSION_NOT_FOUND" | "QUOTE_REQUEST_FAILED" | "QUOTE_EXPIRED" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INVALID_UMA_ADDRESS" | "INVALID_PAYREQ_RESPONSE" | "INVALID_RECEIVER" | "PARSE_PAYREQ_RESPONSE_ERROR" | "CERT_CHAIN_INVALID" | "CERT_CHAIN_EXPIRED" | "INVALID_PUBKEY_FORMAT" | "MISSING_REQUIRED_UMA_PARAMETERS" | "SENDER_NOT_ACCEPTED" | "LOOKUP_REQUEST_FAILED" | "PARSE_LNURLP_RESPONSE_ERROR" | "INVITATION_ALREADY_CLAIMED" | "INVITATIONS_NOT_CONFIGURED" | "INVITATION_CANCELLED" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "CARDHOLDER_KYC_NOT_APPROVED" | "FUNDING_SOURCE_INELIGIBLE" | "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED" | "STABLECOIN_AMOUNT_NOT_REPRESENTABLE" | "STABLECOIN_BURN_SOURCE_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED" | "STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED" | "STABLECOIN_NOT_PROVISIONED" | "STABLECOIN_OPERATION_NOT_SUPPORTED" | "STABLECOIN_PROVIDER_ERROR" | "STABLECOIN_PROVIDER_SOURCE_NOT_LINKED" | "STABLECOIN_VERIFICATION_FAILED";
            readonly details?: components["schemas"]["FieldErrorDetails"];
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The request has 1 invalid field.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The request has 1 invalid field.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 400;
        };
        /**
         * Error 401
         * @description The credentials of the request, or the signature it needs, are missing or were refused. Nothing was done.
         * @example {
         *       "code": "UNAUTHORIZED",
         *       "reason": "The API credentials are missing or not valid.",
         *       "status": 401,
         *       "message": "The API credentials are missing or not valid."
         *     }
         */
        readonly Error401: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example UNAUTHORIZED
             * @enum {string}
             */
            readonly code: "UNAUTHORIZED" | "INVALID_SIGNATURE" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The API credentials are missing or not valid.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The API credentials are missing or not valid.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 401;
        };
        /**
         * Error 403
         * @description The credentials are valid, but they do not allow this request, or the customer it concerns may not do this yet. Nothing was done.
         * @example {
         *       "code": "FORBIDDEN",
         *       "reason": "The API token does not have the permission that this operation needs.",
         *       "status": 403,
         *       "message": "The API token does not have the permission that this operation needs."
         *     }
         */
        readonly Error403: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example FORBIDDEN
             * @enum {string}
             */
            readonly code: "FORBIDDEN" | "END_USER_TERMS_NOT_ACCEPTED" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "VELOCITY_LIMIT_EXCEEDED";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The API token does not have the permission that this operation needs.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The API token does not have the permission that this operation needs.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 403;
        };
        /**
         * Error 404
         * @description No such path, or no such resource among those of the platform and environment that the credentials belong to. A resource of another platform is answered in the same way as one that does not exist.
         * @example {
         *       "code": "NOT_FOUND",
         *       "reason": "No operation is served at this path.",
         *       "status": 404,
         *       "message": "No operation is served at this path."
         *     }
         */
        readonly Error404: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example NOT_FOUND
             * @enum {string}
             */
            readonly code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND" | "CUSTOMER_NOT_FOUND" | "QUOTE_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "TOKEN_NOT_FOUND" | "PLATFORM_NOT_FOUND" | "USER_NOT_FOUND" | "UMA_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "REFERENCE_NOT_FOUND" | "PAYMENT_URL_NOT_FOUND" | "INVITATION_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "DOCUMENT_HOLDER_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "AUTH_METHOD_NOT_FOUND" | "SESSION_NOT_FOUND" | "REQUEST_NOT_FOUND" | "STABLECOIN_NOT_FOUND" | "STABLECOIN_OPERATION_NOT_FOUND" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND" | "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example No operation is served at this path.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example No operation is served at this path.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 404;
        };
        /**
         * Error 405
         * @description The path exists but does not serve this method. The `Allow` header lists those it serves.
         * @example {
         *       "code": "METHOD_NOT_ALLOWED",
         *       "reason": "PUT is not served at this path.",
         *       "status": 405,
         *       "message": "PUT is not served at this path."
         *     }
         */
        readonly Error405: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example METHOD_NOT_ALLOWED
             * @constant
             */
            readonly code: "METHOD_NOT_ALLOWED";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example PUT is not served at this path.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example PUT is not served at this path.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 405;
        };
        /**
         * Error 409
         * @description The request is well formed but does not fit the present state of the resource. Read the resource again before deciding what to do.
         * @example {
         *       "code": "CONFLICT",
         *       "reason": "The quote has already been executed.",
         *       "status": 409,
         *       "message": "The quote has already been executed."
         *     }
         */
        readonly Error409: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example CONFLICT
             * @enum {string}
             */
            readonly code: "CONFLICT" | "INVALID_STATE_TRANSITION" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "TRANSACTION_NOT_CANCELLABLE" | "UMA_ADDRESS_EXISTS" | "DUPLICATE_EXTERNAL_ACCOUNT" | "BANK_ACCOUNT_VALIDATION_PENDING" | "BENEFICIARY_TRUSTED" | "DUPLICATE_PAY_REQUEST" | "DOCUMENT_ALREADY_EXISTS" | "SCA_SESSION_REQUIRED" | "PASSKEY_ALREADY_ENROLLED" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_SET_CHANGED" | "WALLET_NOT_PROVISIONED" | "CARD_ALREADY_CLOSED" | "CARD_NOT_MUTABLE" | "CARD_LIMIT_REACHED" | "STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE" | "STABLECOIN_SYMBOL_ALREADY_EXISTS" | "STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The quote has already been executed.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The quote has already been executed.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 409;
        };
        /**
         * Error 410
         * @description The resource existed and was deleted. It will not come back.
         * @example {
         *       "code": "CUSTOMER_DELETED",
         *       "reason": "The customer was deleted earlier.",
         *       "status": 410,
         *       "message": "The customer was deleted earlier."
         *     }
         */
        readonly Error410: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example CUSTOMER_DELETED
             * @constant
             */
            readonly code: "CUSTOMER_DELETED";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The customer was deleted earlier.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The customer was deleted earlier.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 410;
        };
        /**
         * Error 412
         * @description The counterparty does not speak a version of the protocol that this service speaks.
         * @example {
         *       "code": "UNSUPPORTED_UMA_VERSION",
         *       "reason": "The counterparty does not support a compatible UMA version.",
         *       "status": 412,
         *       "message": "The counterparty does not support a compatible UMA version."
         *     }
         */
        readonly Error412: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example UNSUPPORTED_UMA_VERSION
             * @constant
             */
            readonly code: "UNSUPPORTED_UMA_VERSION";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The counterparty does not support a compatible UMA version.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The counterparty does not support a compatible UMA version.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 412;
        };
        /**
         * Error 413
         * @description The request body is larger than the service reads. Nothing was done.
         * @example {
         *       "code": "REQUEST_TOO_LARGE",
         *       "reason": "The request body is larger than 1 MiB.",
         *       "status": 413,
         *       "message": "The request body is larger than 1 MiB."
         *     }
         */
        readonly Error413: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example REQUEST_TOO_LARGE
             * @constant
             */
            readonly code: "REQUEST_TOO_LARGE";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The request body is larger than 1 MiB.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The request body is larger than 1 MiB.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 413;
        };
        /**
         * Error 415
         * @description The body is not declared as a media type that this operation reads.
         * @example {
         *       "code": "UNSUPPORTED_MEDIA_TYPE",
         *       "reason": "The request body must be application/json.",
         *       "status": 415,
         *       "message": "The request body must be application/json."
         *     }
         */
        readonly Error415: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example UNSUPPORTED_MEDIA_TYPE
             * @constant
             */
            readonly code: "UNSUPPORTED_MEDIA_TYPE";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The request body must be application/json.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The request body must be application/json.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 415;
        };
        /**
         * Error 424
         * @description The request depends on another party or another record, and that step failed. The resource is unchanged.
         * @example {
         *       "code": "LNURLP_REQUEST_FAILED",
         *       "reason": "The counterparty did not answer the lookup request.",
         *       "status": 424,
         *       "message": "The counterparty did not answer the lookup request."
         *     }
         */
        readonly Error424: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example LNURLP_REQUEST_FAILED
             * @enum {string}
             */
            readonly code: "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "NO_COMPATIBLE_UMA_VERSION" | "LNURLP_REQUEST_FAILED" | "EMAIL_OTP_CREDENTIAL_SYNC_FAILED";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example The counterparty did not answer the lookup request.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example The counterparty did not answer the lookup request.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 424;
        };
        /**
         * Error 429
         * @description A limit on the number of requests or on the amount moved was reached. The `Retry-After` header says how many seconds to wait.
         * @example {
         *       "code": "RATE_LIMITED",
         *       "reason": "Too many requests. Wait before trying again.",
         *       "status": 429,
         *       "message": "Too many requests. Wait before trying again."
         *     }
         */
        readonly Error429: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example RATE_LIMITED
             * @enum {string}
             */
            readonly code: "RATE_LIMITED" | "DAILY_VOLUME_LIMIT_EXCEEDED";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example Too many requests. Wait before trying again.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example Too many requests. Wait before trying again.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 429;
        };
        /**
         * Error 500
         * @description Something failed inside the service. The request may be repeated; where it takes an `Idempotency-Key`, repeat it with the same key so that it cannot take effect twice.
         * @example {
         *       "code": "INTERNAL_ERROR",
         *       "reason": "Something went wrong on our side.",
         *       "status": 500,
         *       "message": "Something went wrong on our side."
         *     }
         */
        readonly Error500: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example INTERNAL_ERROR
             * @enum {string}
             */
            readonly code: "SERVICE_SWITCH_ERROR" | "INTERNAL_ERROR";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example Something went wrong on our side.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example Something went wrong on our side.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 500;
        };
        /**
         * Error 501
         * @description The interface knows this feature, but it is not available here or not for these values. Nothing was done.
         * @example {
         *       "code": "NOT_IMPLEMENTED",
         *       "reason": "This feature is not available yet.",
         *       "status": 501,
         *       "message": "This feature is not available yet."
         *     }
         */
        readonly Error501: {
            /**
             * @description Names the kind of refusal. Decide on this value, never on the text.
             * @example NOT_IMPLEMENTED
             * @enum {string}
             */
            readonly code: "NOT_IMPLEMENTED" | "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY";
            /** @description Further facts about the refusal. Which members are present depends on `code`. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The same text as `reason`, for clients that read this name.
             * @example This feature is not available yet.
             */
            readonly message: string;
            /**
             * @description What went wrong, in a sentence for a developer. Its wording may change.
             * @example This feature is not available yet.
             */
            readonly reason: string;
            /**
             * @description The HTTP status of the response, repeated so that a stored body explains itself.
             * @constant
             */
            readonly status: 501;
        };
        /**
         * Ethereum wallet
         * @description A wallet on the Ethereum network, for USDC and USDT. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly EthereumWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Ethereum network.
             * @constant
             */
            readonly accountType: "ETHEREUM_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "ETHEREUM_WALLET";
        };
        /**
         * Euro bank account details
         * @description Details that find a bank account in euro.
         */
        readonly EurAccountInfoBase: {
            /**
             * @description Says that this is a bank account in euro.
             * @constant
             */
            readonly accountType: "EUR_ACCOUNT";
            /**
             * @description International bank account number, without spaces. Its check digits are verified.
             * @example DE89370400440532013000
             */
            readonly iban: string;
            /**
             * @description BIC of the bank, with 8 or 11 characters.
             * @example COBADEFFXXX
             */
            readonly swiftCode?: string;
        };
        /**
         * Beneficiary of a euro account
         * @description Who owns the bank account in euro, a person or a business.
         */
        readonly EurBeneficiaryOneOf: components["schemas"]["EurIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * New euro bank account
         * @description A bank account in euro and who owns it. A person needs a country of residence, and most banks also want the address; a business needs at least its legal name, its registration number and its address.
         */
        readonly EurExternalAccountCreateInfo: components["schemas"]["EurAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["EurBeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "EUR_ACCOUNT";
        };
        /**
         * Euro bank account
         * @description A bank account in euro, as it is on file.
         */
        readonly EurExternalAccountInfo: components["schemas"]["EurExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly ("SEPA" | "SEPA_INSTANT")[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "EUR_ACCOUNT";
        };
        /**
         * Person who owns a euro account
         * @description The person who owns a bank account in euro. The country of residence is required.
         * @example {
         *       "beneficiaryType": "INDIVIDUAL",
         *       "fullName": "Grace Hopper",
         *       "countryOfResidence": "DE"
         *     }
         */
        readonly EurIndividualBeneficiary: components["schemas"]["IndividualBeneficiary"] & {
            /** @description Country in which the person lives. */
            readonly countryOfResidence: components["schemas"]["CountryCode"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly beneficiaryType: "INDIVIDUAL";
        };
        /**
         * Event envelope
         * @description What every event has around its `data`. The resource in `data` is shown as it was when the event happened.
         */
        readonly EventEnvelope: {
            readonly id: components["schemas"]["WebhookId"];
            /**
             * @description Number of the event among those about the same resource, from 1 and without gaps. Events can arrive out of order when an attempt fails: act on an event only if its number is above the last one you acted on.
             * @example 2
             */
            readonly sequence?: number;
            /**
             * Format: date-time
             * @description When the event happened, not when it was sent.
             * @example 2025-01-01T00:07:30.000Z
             */
            readonly timestamp: string;
        };
        /**
         * Exchange rate
         * @description What sending an amount from one currency to another would give at the moment, over one payment rail.
         * @example {
         *       "sourceCurrency": {
         *         "code": "USD",
         *         "name": "United States Dollar",
         *         "symbol": "$",
         *         "decimals": 2
         *       },
         *       "sendingAmount": 10000,
         *       "minSendingAmount": 100,
         *       "maxSendingAmount": 10000000,
         *       "destinationCurrency": {
         *         "code": "EUR",
         *         "name": "Euro",
         *         "symbol": "€",
         *         "decimals": 2
         *       },
         *       "destinationPaymentRail": "SEPA_INSTANT",
         *       "receivingAmount": 9200,
         *       "exchangeRate": 1.08,
         *       "fees": {
         *         "fixed": 0,
         *         "total": 64
         *       },
         *       "updatedAt": "2025-01-01T00:00:00.000Z"
         *     }
         */
        readonly ExchangeRate: {
            readonly destinationCurrency: components["schemas"]["Currency"];
            /** @description Rail on which the payout would travel. Absent when the destination currency is a crypto asset. */
            readonly destinationPaymentRail?: components["schemas"]["PaymentRail"];
            /**
             * @description Major units of the sending currency for one major unit of the receiving currency: 1.08 means that 1.08 USD buy 1 EUR. The receiving amount is the sending amount less fees, divided by this number.
             * @example 1.08
             */
            readonly exchangeRate: number;
            readonly fees: components["schemas"]["ExchangeRateFees"];
            /**
             * @description Largest amount a quote on this pair and rail may send.
             * @example 10000000
             */
            readonly maxSendingAmount: components["schemas"]["MinorAmount"];
            /**
             * @description Smallest amount a quote on this pair and rail may send.
             * @example 100
             */
            readonly minSendingAmount: components["schemas"]["MinorAmount"];
            /**
             * @description What would arrive after fees, in the smallest unit of `destinationCurrency`.
             * @example 9200
             */
            readonly receivingAmount: components["schemas"]["MinorAmount"];
            /**
             * @description The amount asked about, fees included, in the smallest unit of `sourceCurrency`.
             * @example 10000
             */
            readonly sendingAmount: components["schemas"]["MinorAmount"];
            readonly sourceCurrency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When this rate was fetched. Rates are kept for about five minutes.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt: string;
        };
        /**
         * Exchange rate fees
         * @description Fees inside a listed rate, in the smallest unit of the sending currency.
         * @example {
         *       "fixed": 0,
         *       "total": 64
         *     }
         */
        readonly ExchangeRateFees: {
            /**
             * @description The part that does not depend on the amount.
             * @example 0
             */
            readonly fixed: components["schemas"]["MinorAmount"];
            /**
             * @description All fees for `sendingAmount`, the platform's own standing fee included.
             * @example 64
             */
            readonly total: components["schemas"]["MinorAmount"];
        };
        /**
         * Exchange rates
         * @description One entry for each destination currency and each rail that can carry it.
         * @example {
         *       "data": []
         *     }
         */
        readonly ExchangeRateListResponse: {
            /** @description The rates, ordered by destination currency and rail. Not paged. */
            readonly data: readonly components["schemas"]["ExchangeRate"][];
        };
        /**
         * Execution options
         * @description Options for executing a quote. The body can be left out.
         * @example {
         *       "scaFactor": "SMS_OTP"
         *     }
         */
        readonly ExecuteQuoteRequest: {
            /** @description Factor with which the customer wants to authenticate. Only for customers who need strong customer authentication; ignored for others. */
            readonly scaFactor?: components["schemas"]["RequestedScaFactor"];
        };
        /**
         * Expected monthly transaction count
         * @description How many payments the customer expects to make in a month. A bound belongs to the range that starts with it.
         * @example COUNT_UNDER_10
         * @enum {string}
         */
        readonly ExpectedMonthlyTransactionCount: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
        /**
         * Expected monthly transaction volume
         * @description How much money the customer expects to move in a month, worth in US dollars.
         * @example VOLUME_UNDER_10K
         * @enum {string}
         */
        readonly ExpectedMonthlyTransactionVolume: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
        /**
         * External account
         * @description A bank account or crypto wallet outside the service that money can be sent to. It belongs to one customer, or to the platform itself.
         */
        readonly ExternalAccount: {
            readonly accountInfo: components["schemas"]["ExternalAccountInfoOneOf"];
            readonly beneficiaryVerificationStatus?: components["schemas"]["BeneficiaryVerificationStatus"];
            readonly beneficiaryVerifiedData?: components["schemas"]["BeneficiaryVerifiedData"];
            /** @description Currency or crypto asset that payments to this account arrive in. */
            readonly currency: components["schemas"]["CurrencyCode"];
            /** @description The customer the account was registered for. Absent on an account of the platform itself. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description Whether UMA payments to the customer are passed on to this account. At most one of a customer's accounts is.
             * @example false
             */
            readonly defaultUmaDepositAccount?: boolean;
            readonly id: components["schemas"]["ExternalAccountId"];
            readonly ownershipType?: components["schemas"]["OwnershipType"];
            /**
             * @description Your own id of the account, as you gave it.
             * @example payee-17
             */
            readonly platformAccountId?: string;
            readonly status: components["schemas"]["ExternalAccountStatus"];
        };
        /**
         * Account details to register
         * @description Where the money shall go and whose account it is. `accountType` decides which fields apply.
         */
        readonly ExternalAccountCreateInfoOneOf: components["schemas"]["UsdExternalAccountCreateInfo"] | components["schemas"]["EurExternalAccountCreateInfo"] | components["schemas"]["GbpExternalAccountCreateInfo"] | components["schemas"]["MxnExternalAccountCreateInfo"] | components["schemas"]["BrlExternalAccountCreateInfo"] | components["schemas"]["InrExternalAccountCreateInfo"] | components["schemas"]["SparkWalletExternalAccountInfo"] | components["schemas"]["SolanaWalletExternalAccountInfo"] | components["schemas"]["TronWalletExternalAccountInfo"] | components["schemas"]["PlasmaWalletExternalAccountInfo"] | components["schemas"]["PolygonWalletExternalAccountInfo"] | components["schemas"]["BaseWalletExternalAccountInfo"] | components["schemas"]["EthereumWalletExternalAccountInfo"] | components["schemas"]["LightningExternalAccountInfo"];
        /**
         * New external account
         * @description An account outside the service to register for a customer, or for the platform when no customer is named.
         */
        readonly ExternalAccountCreateRequest: components["schemas"]["PlatformExternalAccountCreateRequest"] & {
            /** @description The customer whose payee this is. Leave it out to register the account for the platform itself. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description `true` passes UMA payments to the customer on to this account. It takes the place of the account that did so before. `false` when left out.
             * @example false
             */
            readonly defaultUmaDepositAccount?: boolean;
        };
        /**
         * External account id
         * @description Identifies an external account. It never changes and is never used for another account.
         * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
         */
        readonly ExternalAccountId: `ExternalAccount:${string}`;
        /**
         * Account details on file
         * @description Where the money goes and whose account it is. `accountType` tells which fields are present.
         */
        readonly ExternalAccountInfoOneOf: components["schemas"]["UsdExternalAccountInfo"] | components["schemas"]["EurExternalAccountInfo"] | components["schemas"]["GbpExternalAccountInfo"] | components["schemas"]["MxnExternalAccountInfo"] | components["schemas"]["BrlExternalAccountInfo"] | components["schemas"]["InrExternalAccountInfo"] | components["schemas"]["SparkWalletExternalAccountInfo"] | components["schemas"]["SolanaWalletExternalAccountInfo"] | components["schemas"]["TronWalletExternalAccountInfo"] | components["schemas"]["PlasmaWalletExternalAccountInfo"] | components["schemas"]["PolygonWalletExternalAccountInfo"] | components["schemas"]["BaseWalletExternalAccountInfo"] | components["schemas"]["EthereumWalletExternalAccountInfo"] | components["schemas"]["LightningExternalAccountInfo"];
        /**
         * Page of external accounts
         * @description External accounts that match the filters, newest first.
         */
        readonly ExternalAccountListResponse: {
            /** @description The external accounts of this page. */
            readonly data: readonly components["schemas"]["ExternalAccount"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * External account status
         * @description Whether an external account can be paid. `ACTIVE` can. `PENDING` is being screened, `UNDER_REVIEW` is being looked at by a person, `INACTIVE` is switched off and `UNVERIFIED` failed its last proof of ownership; none of these can be paid. `PENDING_OWNERSHIP_VERIFICATION` can be paid below the amount from which the law asks for a proof of ownership.
         * @example ACTIVE
         * @enum {string}
         */
        readonly ExternalAccountStatus: "PENDING" | "ACTIVE" | "PENDING_OWNERSHIP_VERIFICATION" | "UNVERIFIED" | "UNDER_REVIEW" | "INACTIVE";
        /**
         * External account status updated
         * @description The body of the event `EXTERNAL_ACCOUNT.STATUS_UPDATED`.
         */
        readonly ExternalAccountStatusUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The account with its new status. */
            readonly data: components["schemas"]["ExternalAccount"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "EXTERNAL_ACCOUNT.STATUS_UPDATED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "EXTERNAL_ACCOUNT.STATUS_UPDATED";
        };
        /**
         * Platform fee
         * @description The platform's own standing fee on one kind of transaction with one source currency. It is added to every matching quote as `platformFeesIncluded`, and credited to the platform's internal account of the source currency when the payment settles. A quote may replace it with `platformFeeOverride`.
         * @example {
         *       "feeType": "CROSS_CURRENCY_TRANSACTION",
         *       "sourceCurrency": "USD",
         *       "variableFeeBps": 30,
         *       "fixedFee": {
         *         "amount": 50,
         *         "currency": "USD"
         *       }
         *     }
         */
        readonly FeeConfig: {
            readonly feeType: components["schemas"]["FeeType"];
            readonly fixedFee: components["schemas"]["FixedFee"];
            /**
             * @description Sending currency of the quotes that the fee applies to. Only `USD` is available; any other value is answered with 501 `NOT_IMPLEMENTED`.
             * @example USD
             */
            readonly sourceCurrency: components["schemas"]["CurrencyCode"];
            /**
             * @description Part of the amount, in basis points. 30 is 0.3 percent; 0 charges no variable part.
             * @example 30
             */
            readonly variableFeeBps: number;
        };
        /**
         * Fee type
         * @description What the platform's own fee is charged on. `CROSS_CURRENCY_TRANSACTION` is any quote whose two currencies differ.
         * @example CROSS_CURRENCY_TRANSACTION
         * @enum {string}
         */
        readonly FeeType: "CROSS_CURRENCY_TRANSACTION";
        /**
         * Field constraint
         * @description The rule a field has to meet, in a form a program can act on. Each member is present only when it applies; new members may be added, so ignore those you do not know.
         * @example {
         *       "pattern": "^[0-9]{9}$"
         *     }
         */
        readonly FieldConstraint: {
            /**
             * @description The values that are accepted.
             * @example [
             *       "SENDING",
             *       "RECEIVING"
             *     ]
             */
            readonly enum?: readonly string[];
            /**
             * @description Named format the value must have, such as `email`, `tel`, `url`, `date`, `date-time`, `e.164`, `us-ssn`, `iso3166-1-alpha-2` or `bcp47-language-tag`.
             * @example date
             */
            readonly format?: string;
            /**
             * @description Largest number of characters accepted.
             * @example 80
             */
            readonly maxLength?: number;
            /**
             * @description Smallest number of characters accepted.
             * @example 1
             */
            readonly minLength?: number;
            /**
             * @description Regular expression, in JavaScript syntax, that the whole value must match.
             * @example ^[0-9]{9}$
             */
            readonly pattern?: string;
        };
        /**
         * Field error
         * @description One field of the request that was refused. Show `message` next to the field that `field` names.
         * @example {
         *       "field": "accountInfo.routingNumber",
         *       "constraint": {
         *         "pattern": "^[0-9]{9}$"
         *       },
         *       "message": "must match pattern ^[0-9]{9}$"
         *     }
         */
        readonly FieldError: {
            readonly constraint?: components["schemas"]["FieldConstraint"];
            /**
             * @description Where the value sits in the request: property names and list positions joined by dots, such as `accountInfo.routingNumber` or `supportedCurrencies.0.currencyCode`. A query, path or header parameter is given by its own name.
             * @example accountInfo.routingNumber
             */
            readonly field: string;
            /**
             * @description What is wrong with the value, in a sentence for a developer. The value itself is never repeated.
             * @example must match pattern ^[0-9]{9}$
             */
            readonly message?: string;
        };
        /**
         * Field error details
         * @description Lists every invalid field of the request at once, so that all of them can be mended before the next attempt. Other members may be present, depending on `code`.
         * @example {
         *       "errors": [
         *         {
         *           "field": "accountInfo.routingNumber",
         *           "constraint": {
         *             "pattern": "^[0-9]{9}$"
         *           },
         *           "message": "must match pattern ^[0-9]{9}$"
         *         }
         *       ]
         *     }
         */
        readonly FieldErrorDetails: {
            /** @description One entry for each rule that a field breaks. */
            readonly errors?: readonly components["schemas"]["FieldError"][];
        };
        /**
         * Fixed fee
         * @description A fee of the same size for every transaction.
         * @example {
         *       "amount": 50,
         *       "currency": "USD"
         *     }
         */
        readonly FixedFee: {
            /** @description The fee in the smallest unit of `currency`; 0 for none. */
            readonly amount: components["schemas"]["MinorAmount"];
            /** @description Currency of the fee. It must be the `sourceCurrency` of the entry. */
            readonly currency: components["schemas"]["CurrencyCode"];
        };
        /**
         * Pound sterling bank account details
         * @description Details that find an account at a bank in the United Kingdom.
         */
        readonly GbpAccountInfoBase: {
            /**
             * @description Eight-digit account number. Put zeros in front of a shorter one.
             * @example 31926819
             */
            readonly accountNumber: string;
            /**
             * @description Says that this is a bank account in pound sterling.
             * @constant
             */
            readonly accountType: "GBP_ACCOUNT";
            /**
             * @description Sort code of the branch, six digits without hyphens.
             * @example 601613
             */
            readonly sortCode: string;
        };
        /**
         * New pound sterling bank account
         * @description A bank account in pound sterling and who owns it. Give the address of a person too, which most banks ask for; a business needs at least its legal name and its address, and a business that sends needs its registration number.
         */
        readonly GbpExternalAccountCreateInfo: components["schemas"]["GbpAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["BeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "GBP_ACCOUNT";
        };
        /**
         * Pound sterling bank account
         * @description A bank account in pound sterling, as it is on file.
         */
        readonly GbpExternalAccountInfo: components["schemas"]["GbpExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly "FASTER_PAYMENTS"[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "GBP_ACCOUNT";
        };
        /**
         * Has more
         * @description `true` when items follow this page; ask for them with `nextCursor`. `false` on the last page.
         * @example false
         */
        readonly HasMore: boolean;
        /**
         * Identification type
         * @description Kind of number in `identifier`: `SSN` and `ITIN` are numbers of persons and `EIN` of businesses in the United States, `NON_US_TAX_ID` is a tax number of another country.
         * @example SSN
         * @enum {string}
         */
        readonly IdentificationType: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
        /**
         * Approval of an incoming payment
         * @description What your endpoint answers to approve a UMA payment.
         * @example {
         *       "receiverCustomerInfo": {
         *         "NATIONALITY": "US"
         *       }
         *     }
         */
        readonly IncomingPaymentApproval: {
            /**
             * @description What was asked for about your customer, keyed by the name of the field.
             * @example {
             *       "NATIONALITY": "US"
             *     }
             */
            readonly receiverCustomerInfo?: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * Incoming payment completed
         * @description The body of the event `INCOMING_PAYMENT.COMPLETED`.
         */
        readonly IncomingPaymentCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, credited. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.COMPLETED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.COMPLETED";
        };
        /**
         * Incoming payment failed
         * @description The body of the event `INCOMING_PAYMENT.FAILED`.
         */
        readonly IncomingPaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, failed. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.FAILED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.FAILED";
        };
        /**
         * Incoming payment pending
         * @description The body of the event `INCOMING_PAYMENT.PENDING`.
         */
        readonly IncomingPaymentPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, expected. */
            readonly data: components["schemas"]["PendingIncomingPayment"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.PENDING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.PENDING";
        };
        /**
         * Incoming payment processing
         * @description The body of the event `INCOMING_PAYMENT.PROCESSING`.
         */
        readonly IncomingPaymentProcessingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, being credited. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.PROCESSING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.PROCESSING";
        };
        /**
         * Question about an incoming payment
         * @description What your endpoint answers to ask for more about the payer of a UMA payment.
         * @example {
         *       "code": "MORE_INFORMATION_NEEDED",
         *       "message": "The date of birth is missing.",
         *       "requiredFields": [
         *         "BIRTH_DATE"
         *       ]
         *     }
         */
        readonly IncomingPaymentQuestion: {
            /**
             * @description A code of your own.
             * @example MORE_INFORMATION_NEEDED
             */
            readonly code?: string;
            /** @description Anything more. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description What is missing, in a sentence.
             * @example The date of birth is missing.
             */
            readonly message?: string;
            /**
             * @description Names of the fields you need.
             * @example [
             *       "BIRTH_DATE"
             *     ]
             */
            readonly requiredFields?: readonly string[];
        };
        /**
         * Incoming payment refund completed
         * @description The body of the event `INCOMING_PAYMENT.REFUND_COMPLETED`.
         */
        readonly IncomingPaymentRefundCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund done. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.REFUND_COMPLETED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.REFUND_COMPLETED";
        };
        /**
         * Incoming payment refund failed
         * @description The body of the event `INCOMING_PAYMENT.REFUND_FAILED`.
         */
        readonly IncomingPaymentRefundFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund failed. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.REFUND_FAILED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.REFUND_FAILED";
        };
        /**
         * Incoming payment refund pending
         * @description The body of the event `INCOMING_PAYMENT.REFUND_PENDING`.
         */
        readonly IncomingPaymentRefundPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund under way. */
            readonly data: components["schemas"]["IncomingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INCOMING_PAYMENT.REFUND_PENDING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING_PAYMENT.REFUND_PENDING";
        };
        /**
         * Rejection of an incoming payment
         * @description What your endpoint answers to reject a UMA payment. Every member is optional.
         * @example {
         *       "code": "SCREENING_HIT",
         *       "reason": "The payer is on a sanctions list."
         *     }
         */
        readonly IncomingPaymentRejection: {
            /**
             * @description A code of your own.
             * @example SCREENING_HIT
             */
            readonly code?: string;
            /** @description Anything more. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description What went wrong, in a sentence.
             * @example The payer is on a sanctions list.
             */
            readonly message?: string;
            /**
             * @description The same, for interfaces that read this name.
             * @example The payer is on a sanctions list.
             */
            readonly reason?: string;
        };
        /**
         * Incoming transaction
         * @description A payment to an internal account: a deposit, a pull from an external account, a transfer between internal accounts, or a payment received at a customer's UMA address.
         */
        readonly IncomingTransaction: components["schemas"]["Transaction"] & {
            /** @description Why the payment failed. Present when `status` is `FAILED`. */
            readonly failureReason?: components["schemas"]["IncomingTransactionFailureReason"];
            /** @description What the internal account is credited with. */
            readonly receivedAmount: components["schemas"]["CurrencyAmount"];
            /** @description What left the source, fees included. */
            readonly sentAmount?: components["schemas"]["CurrencyAmount"];
            readonly source?: components["schemas"]["TransactionSourceOneOf"];
            readonly status: components["schemas"]["IncomingTransactionStatus"];
            /**
             * @description Says that the money goes to an internal account.
             * @constant
             */
            readonly type: "INCOMING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INCOMING";
        };
        /**
         * Failure reason of an incoming transaction
         * @description Why the account was not credited. Further values may appear; treat one you do not know as `QUOTE_EXECUTION_FAILED`.
         *
         *     | Value | Meaning |
         *     | --- | --- |
         *     | `QUOTE_EXPIRED` | The quote ran out before it was executed. |
         *     | `QUOTE_EXECUTION_FAILED` | Something broke on the way to the account. |
         *     | `COLLECTION_FAILED` | The money could not be taken from the source. |
         *     | `COMPLIANCE_REJECTED` | Screening stopped the payment. |
         *     | `OFFRAMP_FAILED` | The conversion or the delivery after it broke. |
         *     | `PAYMENT_APPROVAL_TIMED_OUT` | The platform did not decide within five seconds. |
         *     | `PAYMENT_APPROVAL_WEBHOOK_ERROR` | The platform's endpoint broke while it was asked to approve. |
         *     | `MISSING_MANDATORY_PAYEE_DATA` | Something the sender's provider demands about the receiver is missing. |
         *     | `LNURLP_FAILED` | The sender's provider could not look up the address. |
         *     | `PAY_REQUEST_FAILED` | The sender's provider could not start the payment. |
         * @example COLLECTION_FAILED
         * @enum {string}
         */
        readonly IncomingTransactionFailureReason: "LNURLP_FAILED" | "PAY_REQUEST_FAILED" | "PAYMENT_APPROVAL_WEBHOOK_ERROR" | "PAYMENT_APPROVAL_TIMED_OUT" | "OFFRAMP_FAILED" | "MISSING_MANDATORY_PAYEE_DATA" | "QUOTE_EXPIRED" | "QUOTE_EXECUTION_FAILED" | "COMPLIANCE_REJECTED" | "COLLECTION_FAILED";
        /**
         * Incoming transaction status
         * @description `PENDING` money is expected, `PROCESSING` it is there and the credit is on its way, `COMPLETED` the internal account has been credited, `FAILED` it has not.
         * @example COMPLETED
         * @enum {string}
         */
        readonly IncomingTransactionStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
        /**
         * Person who owns the account
         * @description The person who owns a bank account. The more is given, the fewer payments are held for questions.
         * @example {
         *       "beneficiaryType": "INDIVIDUAL",
         *       "fullName": "Grace Hopper"
         *     }
         */
        readonly IndividualBeneficiary: {
            /** @description Where the person lives. */
            readonly address?: components["schemas"]["Address"];
            /**
             * @description Says that the owner is a person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly beneficiaryType: "INDIVIDUAL";
            /**
             * Format: date
             * @description Date of birth.
             * @example 1985-12-09
             */
            readonly birthDate?: string;
            /** @description Country in which the person lives. */
            readonly countryOfResidence?: components["schemas"]["CountryCode"];
            /**
             * @description Email address.
             * @example grace@example.com
             */
            readonly email?: string;
            /**
             * @description Name as the bank has it. It is compared with the bank's records where the bank answers.
             * @example Grace Hopper
             */
            readonly fullName: string;
            /** @description Country whose citizen the person is. */
            readonly nationality?: components["schemas"]["CountryCode"];
            /**
             * @description Phone number with its country code.
             * @example +4915112345678
             */
            readonly phoneNumber?: string;
        };
        /**
         * Person
         * @description A customer who is a person.
         */
        readonly IndividualCustomer: components["schemas"]["Customer"] & components["schemas"]["IndividualCustomerFields"] & {
            readonly kycStatus?: components["schemas"]["KycStatus"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "INDIVIDUAL";
        };
        /**
         * New person
         * @description A person to register as a customer.
         */
        readonly IndividualCustomerCreateRequest: components["schemas"]["CustomerCreateRequest"] & components["schemas"]["IndividualCustomerFields"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "INDIVIDUAL";
        };
        /**
         * Fields of a person
         * @description What is known about a customer who is a person.
         */
        readonly IndividualCustomerFields: components["schemas"]["CustomerEdd"] & {
            /** @description Where the person lives. */
            readonly address?: components["schemas"]["Address"];
            /**
             * Format: date
             * @description Date of birth.
             * @example 1990-12-10
             */
            readonly birthDate?: string;
            /** @description Country that issued the number. `US` when left out. */
            readonly countryOfIssuance?: components["schemas"]["CountryCode"];
            /**
             * @description Says that the customer is a person.
             * @constant
             */
            readonly customerType: "INDIVIDUAL";
            /**
             * @description Given name and family name as in the person's identity document. A verification refuses a single word. In the sandbox the last three characters decide how the verification ends; see `POST /customers`.
             * @example Ada Lovelace
             */
            readonly fullName?: string;
            /**
             * @description The number that `idType` names, for example `123-45-6789`. It is stored for the verification and never returned.
             * @example 123-45-6789
             */
            readonly identifier?: string;
            /** @description Kind of number in `identifier`. A verification of a person takes `SSN` and `ITIN`. */
            readonly idType?: components["schemas"]["IdentificationType"];
            /** @description Country whose citizen the person is. */
            readonly nationality?: components["schemas"]["CountryCode"];
        };
        /**
         * Changes to a person
         * @description What to change on a customer who is a person.
         */
        readonly IndividualCustomerUpdateRequest: components["schemas"]["CustomerUpdateRequest"] & components["schemas"]["IndividualCustomerFields"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly customerType: "INDIVIDUAL";
        };
        /**
         * Source of funds of a person
         * @description Where the money that the person moves comes from.
         * @example SALARY
         * @enum {string}
         */
        readonly IndividualSourceOfFundsCategory: "SALARY" | "SELF_EMPLOYMENT_INCOME" | "INVESTMENT_INCOME" | "PENSION" | "RENTAL_INCOME" | "GIFT" | "INHERITANCE" | "LOAN" | "SAVINGS" | "SALE_OF_ASSETS" | "OTHER";
        /**
         * Indian rupee account details
         * @description Details that find an account in India: a virtual payment address, which is paid over `UPI`, or account number, IFSC and rail, which are paid over `NEFT` or `RTGS`. Giving both is allowed.
         */
        readonly InrAccountInfoBase: {
            /**
             * @description Account number at the bank. Needed for `NEFT` and `RTGS`.
             * @example 50100123456789
             */
            readonly accountNumber?: string;
            /**
             * @description Says that this is an account in Indian rupees.
             * @constant
             */
            readonly accountType: "INR_ACCOUNT";
            /**
             * @description Name of the bank.
             * @example Example Bank
             */
            readonly bankName?: string;
            /**
             * @description Code of the bank's branch. Needed for `NEFT` and `RTGS`.
             * @example HDFC0000123
             */
            readonly ifsc?: string;
            /**
             * @description Rail to use for the account number, `NEFT` or `RTGS`. Needed with `accountNumber`.
             * @example NEFT
             */
            readonly rail?: string;
            /**
             * @description Virtual payment address. Needed for `UPI`.
             * @example ananya.rao@examplebank
             */
            readonly vpa?: string;
        };
        /**
         * New Indian rupee account
         * @description An account in Indian rupees and who owns it. A business needs at least its legal name and its address, and a business that sends needs its registration number.
         */
        readonly InrExternalAccountCreateInfo: components["schemas"]["InrAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["BeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "INR_ACCOUNT";
        };
        /**
         * Indian rupee account
         * @description An account in Indian rupees, as it is on file.
         */
        readonly InrExternalAccountInfo: components["schemas"]["InrExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly ("UPI" | "NEFT" | "RTGS")[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "INR_ACCOUNT";
        };
        /**
         * Internal account
         * @description An account held by the service in one currency, for one customer or for the platform itself. It is funded through its `fundingPaymentInstructions` and spent by quotes.
         * @example {
         *       "id": "InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c",
         *       "customerId": "Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70",
         *       "type": "INTERNAL_FIAT",
         *       "status": "ACTIVE",
         *       "balance": {
         *         "amount": 100000,
         *         "currency": {
         *           "code": "USD",
         *           "name": "United States Dollar",
         *           "symbol": "$",
         *           "decimals": 2
         *         }
         *       },
         *       "totalBalance": {
         *         "amount": 100000,
         *         "currency": {
         *           "code": "USD",
         *           "name": "United States Dollar",
         *           "symbol": "$",
         *           "decimals": 2
         *         }
         *       },
         *       "fundingPaymentInstructions": [],
         *       "createdAt": "2025-01-01T00:00:00.000Z",
         *       "updatedAt": "2025-01-01T00:00:00.000Z"
         *     }
         */
        readonly InternalAccount: {
            /** @description What can be spent now. */
            readonly balance: components["schemas"]["CurrencyAmount"];
            /**
             * Format: date-time
             * @description When the account was opened.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            /** @description The customer whose money the account holds. Absent on an account of the platform itself. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /** @description The ways to pay money into the account. Each entry is complete in itself; choose one and copy its values exactly, the `reference` included. Empty while the account cannot be funded from outside. */
            readonly fundingPaymentInstructions: readonly components["schemas"]["PaymentInstructions"][];
            readonly id: components["schemas"]["InternalAccountId"];
            /**
             * @description Whether an embedded wallet hides its balance on the network. Present on `EMBEDDED_WALLET` accounts only.
             * @example false
             */
            readonly privateEnabled?: boolean;
            readonly status: components["schemas"]["InternalAccountStatus"];
            /** @description What can be spent now, plus what is held for payments under way or still arriving. */
            readonly totalBalance: components["schemas"]["CurrencyAmount"];
            readonly type: components["schemas"]["InternalAccountType"];
            /**
             * Format: date-time
             * @description When the account, its balances included, last changed.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt: string;
        };
        /**
         * Internal account balance updated
         * @description The body of the event `INTERNAL_ACCOUNT.BALANCE_UPDATED`.
         */
        readonly InternalAccountBalanceUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The account with its new balances. */
            readonly data: components["schemas"]["InternalAccount"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INTERNAL_ACCOUNT.BALANCE_UPDATED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INTERNAL_ACCOUNT.BALANCE_UPDATED";
        };
        /**
         * Internal account id
         * @description Identifies an internal account. It never changes and is never used for another account.
         * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
         */
        readonly InternalAccountId: `InternalAccount:${string}`;
        /**
         * Page of internal accounts
         * @description Internal accounts, the newest first.
         * @example {
         *       "data": [],
         *       "hasMore": false,
         *       "nextCursor": null,
         *       "totalCount": 0
         *     }
         */
        readonly InternalAccountListResponse: {
            /** @description The accounts on this page. */
            readonly data: readonly components["schemas"]["InternalAccount"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * Internal account status
         * @description Whether an internal account can be used. Only an `ACTIVE` account sends or receives. `PENDING` is being set up and becomes `ACTIVE`, or `FAILED` when that does not succeed. `FROZEN` is held for a compliance or fraud check and becomes `ACTIVE` again when the hold is lifted. `CLOSED` is final.
         * @example ACTIVE
         * @enum {string}
         */
        readonly InternalAccountStatus: "PENDING" | "ACTIVE" | "CLOSED" | "FROZEN" | "FAILED";
        /**
         * Internal account status updated
         * @description The body of the event `INTERNAL_ACCOUNT.STATUS_UPDATED`.
         */
        readonly InternalAccountStatusUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The account with its new status. */
            readonly data: components["schemas"]["InternalAccount"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "INTERNAL_ACCOUNT.STATUS_UPDATED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "INTERNAL_ACCOUNT.STATUS_UPDATED";
        };
        /**
         * Internal account type
         * @description What an internal account holds: `INTERNAL_FIAT` money of a state, `INTERNAL_CRYPTO` a crypto asset kept by the service, `EMBEDDED_WALLET` a crypto asset in a wallet whose key only the customer controls.
         * @example INTERNAL_FIAT
         * @enum {string}
         */
        readonly InternalAccountType: "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET";
        /**
         * Know-your-business status
         * @description Detailed state of the check of a business and its owners. `UNVERIFIED` before a submission, `PENDING` while it is being decided, `HOLD` while more information is wanted, then `APPROVED` or `REJECTED`.
         * @example UNVERIFIED
         * @enum {string}
         */
        readonly KybStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
        /**
         * Know-your-customer status
         * @description Detailed state of the identity check of a person. `UNVERIFIED` before a submission, `PENDING` while it is being decided, `HOLD` while more information is wanted, then `APPROVED` or `REJECTED`.
         * @example APPROVED
         * @enum {string}
         */
        readonly KycStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
        /**
         * Lightning account
         * @description Where to pay over the Lightning network. Give exactly one of `invoice`, `bolt12` and `lightningAddress`.
         */
        readonly LightningExternalAccountInfo: {
            /**
             * @description Says that this is paid over the Lightning network. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "LIGHTNING";
            /**
             * @description Offer in the form of BOLT 12. It can be paid many times.
             * @example lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrcgqf3z5
             */
            readonly bolt12?: string;
            /**
             * @description Invoice in the form of BOLT 11. It can be paid once.
             * @example lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w
             */
            readonly invoice?: string;
            /**
             * @description Lightning address, written like an email address. It can be paid many times.
             * @example ada@wallet.example.com
             */
            readonly lightningAddress?: string;
        };
        /**
         * Amount in the smallest unit
         * Format: int64
         * @description A whole number of the smallest unit of the currency it is stated in: cents for USD, pence for GBP, satoshis for BTC. `12550` in a two-decimal currency is 125.50.
         * @example 12550
         */
        readonly MinorAmount: number;
        /**
         * Mexican peso bank account details
         * @description Details that find an account at a bank in Mexico.
         */
        readonly MxnAccountInfoBase: {
            /**
             * @description Says that this is a bank account in Mexican pesos.
             * @constant
             */
            readonly accountType: "MXN_ACCOUNT";
            /**
             * @description CLABE of the account, eighteen digits. Its check digit is verified.
             * @example 032180000118359719
             */
            readonly clabeNumber: string;
        };
        /**
         * New Mexican peso bank account
         * @description A bank account in Mexican pesos and who owns it. A business needs at least its legal name and its address.
         */
        readonly MxnExternalAccountCreateInfo: components["schemas"]["MxnAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["BeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "MXN_ACCOUNT";
        };
        /**
         * Mexican peso bank account
         * @description A bank account in Mexican pesos, as it is on file.
         */
        readonly MxnExternalAccountInfo: components["schemas"]["MxnExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly "SPEI"[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "MXN_ACCOUNT";
        };
        /**
         * Net worth range
         * @description All that the person owns less all that they owe, worth in US dollars.
         * @example RANGE_100K_500K
         * @enum {string}
         */
        readonly NetWorthRange: "UNDER_100K" | "RANGE_100K_500K" | "RANGE_500K_1M" | "RANGE_1M_5M" | "RANGE_5M_25M" | "OVER_25M";
        /**
         * Next cursor
         * @description What to send as `cursor` to get the next page, or `null` when `hasMore` is `false`. Treat it as opaque; it may be used at any later time with the same filters.
         * @example null
         */
        readonly NextCursor: string | null;
        /**
         * On-chain transaction
         * @description The transfer on a blockchain. It is present once the transfer is on the chain, which can be after the event that ends the payment.
         * @example {
         *       "transactionHash": "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
         *       "network": "SOLANA"
         *     }
         */
        readonly OnChainTransaction: {
            readonly network: components["schemas"]["CryptoNetwork"];
            /**
             * @description Hash with which the transfer is found on the network.
             * @example 5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW
             */
            readonly transactionHash: string;
        };
        /**
         * Outgoing payment completed
         * @description The body of the event `OUTGOING_PAYMENT.COMPLETED`.
         */
        readonly OutgoingPaymentCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, arrived. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.COMPLETED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.COMPLETED";
        };
        /**
         * Outgoing payment expired
         * @description The body of the event `OUTGOING_PAYMENT.EXPIRED`.
         */
        readonly OutgoingPaymentExpiredEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, expired. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.EXPIRED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.EXPIRED";
        };
        /**
         * Outgoing payment failed
         * @description The body of the event `OUTGOING_PAYMENT.FAILED`.
         */
        readonly OutgoingPaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, failed. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.FAILED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.FAILED";
        };
        /**
         * Outgoing payment waiting for authentication
         * @description The body of the event `OUTGOING_PAYMENT.PENDING_AUTHORIZATION`.
         */
        readonly OutgoingPaymentPendingAuthorizationEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, waiting for the customer to authenticate. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.PENDING_AUTHORIZATION";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.PENDING_AUTHORIZATION";
        };
        /**
         * Outgoing payment pending
         * @description The body of the event `OUTGOING_PAYMENT.PENDING`.
         */
        readonly OutgoingPaymentPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, waiting for its quote. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.PENDING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.PENDING";
        };
        /**
         * Outgoing payment processing
         * @description The body of the event `OUTGOING_PAYMENT.PROCESSING`.
         */
        readonly OutgoingPaymentProcessingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, on its way. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.PROCESSING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.PROCESSING";
        };
        /**
         * Outgoing payment refund completed
         * @description The body of the event `OUTGOING_PAYMENT.REFUND_COMPLETED`.
         */
        readonly OutgoingPaymentRefundCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund done. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_COMPLETED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_COMPLETED";
        };
        /**
         * Outgoing payment refund failed
         * @description The body of the event `OUTGOING_PAYMENT.REFUND_FAILED`.
         */
        readonly OutgoingPaymentRefundFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund failed. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_FAILED";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_FAILED";
        };
        /**
         * Outgoing payment refund pending
         * @description The body of the event `OUTGOING_PAYMENT.REFUND_PENDING`.
         */
        readonly OutgoingPaymentRefundPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @description The payment, with its refund under way. */
            readonly data: components["schemas"]["OutgoingTransaction"];
            /**
             * @description Says what happened.
             * @constant
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_PENDING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING_PAYMENT.REFUND_PENDING";
        };
        /**
         * Rate details
         * @description How the price came about. Each fee is rounded to the smallest unit on its own, half up.
         * @example {
         *       "counterpartyMultiplier": 1,
         *       "counterpartyFixedFee": 0,
         *       "serviceApiMultiplier": 1.08,
         *       "serviceApiFixedFee": 0,
         *       "serviceApiVariableFeeRate": 0.0064,
         *       "serviceApiVariableFeeAmount": 64
         *     }
         */
        readonly OutgoingRateDetails: {
            /**
             * @description Fixed fee of the provider at the receiving end, in the smallest unit of the receiving currency.
             * @example 0
             */
            readonly counterpartyFixedFee: components["schemas"]["MinorAmount"];
            /**
             * Format: double
             * @description Exchange rate of the provider at the receiving end, as sending major units for one receiving major unit.
             * @example 1
             */
            readonly counterpartyMultiplier: number;
            /**
             * @description Fixed fee of the service, in the smallest unit of the sending currency.
             * @example 0
             */
            readonly serviceApiFixedFee: components["schemas"]["MinorAmount"];
            /**
             * Format: double
             * @description Exchange rate of the service, as sending major units for one receiving major unit.
             * @example 1.08
             */
            readonly serviceApiMultiplier: number;
            /**
             * @description What the variable fee comes to, in the smallest unit of the sending currency.
             * @example 64
             */
            readonly serviceApiVariableFeeAmount: components["schemas"]["MinorAmount"];
            /**
             * Format: double
             * @description Variable fee of the service as a share of the amount it is taken from. 0.003 is 0.3 percent.
             * @example 0.0064
             */
            readonly serviceApiVariableFeeRate: number;
        };
        /**
         * Outgoing transaction
         * @description A payment to an external account or a UMA address.
         */
        readonly OutgoingTransaction: components["schemas"]["Transaction"] & {
            /**
             * Format: date-time
             * @description When the payout should arrive, counted from execution by the usual time of the rail. It is no promise. `null` until the quote is executed.
             * @example 2025-01-01T00:01:05.000Z
             */
            readonly expectedSettlementAt?: string | null;
            /** @description Why the payment failed. Present when `status` is `FAILED`. */
            readonly failureReason?: components["schemas"]["OutgoingTransactionFailureReason"];
            /** @description Where to pay the money in, while a payment with real-time funding waits for its deposit. */
            readonly paymentInstructions?: readonly components["schemas"]["PaymentInstructions"][];
            /** @description Rail that carries the payout. `null` or absent where no rail does, as with wallets. */
            readonly paymentRail?: components["schemas"]["PaymentRail"] | null;
            readonly platformFees?: components["schemas"]["TransactionPlatformFees"];
            /** @description Whether the service chose the rail or the quote named it. */
            readonly railSelectionMode?: components["schemas"]["RailSelectionMode"] | null;
            readonly rateDetails?: components["schemas"]["OutgoingRateDetails"];
            /** @description What arrives. */
            readonly receivedAmount?: components["schemas"]["CurrencyAmount"];
            /** @description What leaves the source, fees included. */
            readonly sentAmount: components["schemas"]["CurrencyAmount"];
            /**
             * @description Usual time of the rail from execution to arrival, in seconds.
             * @example 5
             */
            readonly settlementTimelineSeconds?: number | null;
            readonly source: components["schemas"]["TransactionSourceOneOf"];
            readonly status: components["schemas"]["OutgoingTransactionStatus"];
            /**
             * @description Says that the money goes to an external account or a UMA address.
             * @constant
             */
            readonly type: "OUTGOING";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "OUTGOING";
        };
        /**
         * Failure reason of an outgoing transaction
         * @description Why the payment did not go through, and what to do. Further values may appear; treat one you do not know as
         *     `QUOTE_EXECUTION_FAILED`.
         *
         *     | Value | Meaning | What to do |
         *     | --- | --- | --- |
         *     | `QUOTE_EXPIRED` | The quote ran out before it was executed. | Ask for a new quote. |
         *     | `QUOTE_RATE_UNAVAILABLE` | The quoted rate was refused at execution; nothing was exchanged. | Ask for a new quote. |
         *     | `QUOTE_EXECUTION_FAILED` | Something broke on the way to settlement. | Ask for a new quote once the refund is there. |
         *     | `FUNDING_AMOUNT_MISMATCH` | Another amount was paid in than the quote asked for. | Check the amount and try again. |
         *     | `SCA_NOT_COMPLETED` | The customer did not authenticate in time. | Ask for a new quote. |
         *     | `PAYOUT_RETURNED` | The receiving bank sent the payment back. | Check the account details and try again. |
         *     | `LIMIT_EXCEEDED` | The amount is over a limit of a payout partner. | Send less, or ask support. |
         *     | `ACCOUNT_CANNOT_RECEIVE` | The account cannot take this payment. | Use another account. |
         *     | `ACCOUNT_INVALID` | The account details are wrong or unknown. | Mend the account details. |
         *     | `COMPLIANCE_REJECTED` | A payout partner refused it on compliance grounds. | Ask support. |
         *     | `LIGHTNING_PAYMENT_FAILED` | Only on old transactions. | Ask for a new quote. |
         *     | `COUNTERPARTY_POST_TX_FAILED` | Only on old transactions. | Ask for a new quote. |
         * @example QUOTE_EXECUTION_FAILED
         * @enum {string}
         */
        readonly OutgoingTransactionFailureReason: "QUOTE_EXPIRED" | "QUOTE_RATE_UNAVAILABLE" | "QUOTE_EXECUTION_FAILED" | "FUNDING_AMOUNT_MISMATCH" | "SCA_NOT_COMPLETED" | "PAYOUT_RETURNED" | "LIMIT_EXCEEDED" | "ACCOUNT_CANNOT_RECEIVE" | "ACCOUNT_INVALID" | "COMPLIANCE_REJECTED" | "LIGHTNING_PAYMENT_FAILED" | "COUNTERPARTY_POST_TX_FAILED";
        /**
         * Outgoing transaction status
         * @description `PENDING` waits for its quote to be executed or funded, `PENDING_AUTHORIZATION` for the customer to authenticate. `PROCESSING` is on its way, `COMPLETED` arrived, `FAILED` did not or came back, `EXPIRED` was never executed. `COMPLETED` can still become `FAILED` when a bank returns the payment.
         * @example COMPLETED
         * @enum {string}
         */
        readonly OutgoingTransactionStatus: "PENDING" | "PENDING_AUTHORIZATION" | "EXPIRED" | "PROCESSING" | "COMPLETED" | "FAILED";
        /**
         * Ownership type
         * @description Whether the account belongs to the customer (`FIRST_PARTY`) or to somebody whom the customer pays (`THIRD_PARTY`). A wallet that is `FIRST_PARTY` and not kept by a provider may have to prove its ownership.
         * @example THIRD_PARTY
         * @enum {string}
         */
        readonly OwnershipType: "FIRST_PARTY" | "THIRD_PARTY";
        /**
         * Where to pay
         * @description Account, address or code to pay to; `accountType` tells which fields are present.
         * @example {
         *       "accountType": "GBP_ACCOUNT",
         *       "sortCode": "200000",
         *       "accountNumber": "55779911",
         *       "paymentRails": [
         *         "FASTER_PAYMENTS"
         *       ],
         *       "reference": "PP7K3M9Q2X"
         *     }
         */
        readonly PaymentAccountInfoOneOf: components["schemas"]["PaymentUsdAccountInfo"] | components["schemas"]["PaymentEurAccountInfo"] | components["schemas"]["PaymentGbpAccountInfo"] | components["schemas"]["PaymentMxnAccountInfo"] | components["schemas"]["PaymentBrlAccountInfo"] | components["schemas"]["PaymentInrAccountInfo"] | components["schemas"]["PaymentSparkWalletInfo"] | components["schemas"]["PaymentSolanaWalletInfo"] | components["schemas"]["PaymentTronWalletInfo"] | components["schemas"]["PaymentPlasmaWalletInfo"] | components["schemas"]["PaymentPolygonWalletInfo"] | components["schemas"]["PaymentBaseWalletInfo"] | components["schemas"]["PaymentEthereumWalletInfo"] | components["schemas"]["PaymentLightningInfo"] | components["schemas"]["PaymentBitcoinL1Info"];
        /**
         * Deposit address on Base
         * @description An address on the Base network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "BASE_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "assetType": "USDC"
         *     }
         */
        readonly PaymentBaseWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "BASE_WALLET";
            /**
             * @description Address on Base to send to.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDC
             * @constant
             */
            readonly assetType?: "USDC";
        };
        /**
         * Deposit address on Bitcoin
         * @description An address on the Bitcoin chain. A deposit is credited once it has enough confirmations, in about 10 minutes to an hour.
         * @example {
         *       "accountType": "BITCOIN_L1",
         *       "address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
         *       "network": "BITCOIN"
         *     }
         */
        readonly PaymentBitcoinL1Info: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "BITCOIN_L1";
            /**
             * @description Bitcoin address to send to.
             * @example bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
             */
            readonly address: string;
            /**
             * @description Always the Bitcoin main chain, never Lightning or Spark.
             * @constant
             */
            readonly network?: "BITCOIN";
        };
        /**
         * PIX code
         * @description A PIX code with which reais can be paid in. It contains everything that the payer's bank needs.
         * @example {
         *       "accountType": "BRL_ACCOUNT",
         *       "qrCode": "00020126580014br.gov.bcb.pix0136a1f4c2d8-3b5e-4f6a-9c7d-8e9f0a1b2c3d5204000053039865802BR5912SANDBOX BANK6009SAO PAULO62070503***6304B1D2"
         *     }
         */
        readonly PaymentBrlAccountInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "BRL_ACCOUNT";
            /**
             * @description Text of the PIX code. Show it as a QR image, or let the payer copy and paste it into the banking app.
             * @example 00020126580014br.gov.bcb.pix0136a1f4c2d8-3b5e-4f6a-9c7d-8e9f0a1b2c3d5204000053039865802BR5912SANDBOX BANK6009SAO PAULO62070503***6304B1D2
             */
            readonly qrCode: string;
        };
        /**
         * Deposit address on Ethereum
         * @description An address on the Ethereum network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "ETHEREUM_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "assetType": "USDC"
         *     }
         */
        readonly PaymentEthereumWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "ETHEREUM_WALLET";
            /**
             * @description Address on Ethereum to send to.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDC
             * @enum {string}
             */
            readonly assetType?: "USDC" | "USDT";
        };
        /**
         * Deposit account in EUR
         * @description A bank account in the SEPA area to which euros can be sent.
         * @example {
         *       "accountType": "EUR_ACCOUNT",
         *       "iban": "DE89370400440532013000",
         *       "swiftCode": "SNDBDEFFXXX",
         *       "paymentRails": [
         *         "SEPA",
         *         "SEPA_INSTANT"
         *       ],
         *       "reference": "PP7K3M9Q2X"
         *     }
         */
        readonly PaymentEurAccountInfo: components["schemas"]["EurAccountInfoBase"] & {
            readonly paymentRails: components["schemas"]["PaymentRails"];
            readonly reference: components["schemas"]["PaymentReference"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "EUR_ACCOUNT";
        };
        /**
         * Deposit account in GBP
         * @description A bank account in the United Kingdom to which pounds can be sent.
         * @example {
         *       "accountType": "GBP_ACCOUNT",
         *       "sortCode": "200000",
         *       "accountNumber": "55779911",
         *       "paymentRails": [
         *         "FASTER_PAYMENTS"
         *       ],
         *       "reference": "PP7K3M9Q2X"
         *     }
         */
        readonly PaymentGbpAccountInfo: components["schemas"]["GbpAccountInfoBase"] & {
            readonly paymentRails: components["schemas"]["PaymentRails"];
            readonly reference: components["schemas"]["PaymentReference"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "GBP_ACCOUNT";
        };
        /**
         * Deposit account in INR
         * @description Where rupees can be sent, as a UPI address, a bank account, or both.
         * @example {
         *       "accountType": "INR_ACCOUNT",
         *       "vpa": "deposit.7k3m9q2x@sandboxbank",
         *       "paymentRails": [
         *         "UPI"
         *       ]
         *     }
         */
        readonly PaymentInrAccountInfo: components["schemas"]["InrAccountInfoBase"] & {
            readonly paymentRails: components["schemas"]["PaymentRails"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "INR_ACCOUNT";
        };
        /**
         * Payment instructions
         * @description One complete way to pay money in. Where several are given, any single one is enough.
         * @example {
         *       "accountOrWalletInfo": {
         *         "accountType": "GBP_ACCOUNT",
         *         "sortCode": "200000",
         *         "accountNumber": "55779911",
         *         "paymentRails": [
         *           "FASTER_PAYMENTS"
         *         ],
         *         "reference": "PP7K3M9Q2X"
         *       },
         *       "instructionsNotes": "Include the reference exactly as shown.",
         *       "isPlatformAccount": false
         *     }
         */
        readonly PaymentInstructions: {
            readonly accountOrWalletInfo: components["schemas"]["PaymentAccountInfoOneOf"];
            /**
             * @description Anything else that the payer has to know, in a sentence to show to a person.
             * @example Include the reference exactly as shown.
             */
            readonly instructionsNotes?: string;
            /**
             * @description `true` when the account to pay to belongs to the platform and not to one customer.
             * @example false
             */
            readonly isPlatformAccount?: boolean;
        };
        /**
         * Lightning invoice
         * @description A Lightning invoice. It can be paid once, before it expires.
         * @example {
         *       "accountType": "LIGHTNING",
         *       "invoice": "lnbc10u1psandboxinvoice7k3m9q2x"
         *     }
         */
        readonly PaymentLightningInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "LIGHTNING";
            /**
             * @description Invoice in BOLT 11 form.
             * @example lnbc10u1psandboxinvoice7k3m9q2x
             */
            readonly invoice: string;
        };
        /**
         * Deposit account in MXN
         * @description A bank account in Mexico to which pesos can be sent.
         * @example {
         *       "accountType": "MXN_ACCOUNT",
         *       "clabeNumber": "646180157000000004",
         *       "paymentRails": [
         *         "SPEI"
         *       ],
         *       "reference": "PP7K3M9Q2X"
         *     }
         */
        readonly PaymentMxnAccountInfo: components["schemas"]["MxnAccountInfoBase"] & {
            readonly paymentRails: components["schemas"]["PaymentRails"];
            readonly reference: components["schemas"]["PaymentReference"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "MXN_ACCOUNT";
        };
        /**
         * Deposit address on Plasma
         * @description An address on the Plasma network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "PLASMA_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "assetType": "USDT"
         *     }
         */
        readonly PaymentPlasmaWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "PLASMA_WALLET";
            /**
             * @description Address on Plasma to send to.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDT
             * @constant
             */
            readonly assetType?: "USDT";
        };
        /**
         * Deposit address on Polygon
         * @description An address on the Polygon network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "POLYGON_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
         *       "assetType": "USDC"
         *     }
         */
        readonly PaymentPolygonWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "POLYGON_WALLET";
            /**
             * @description Address on Polygon to send to.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDC
             * @constant
             */
            readonly assetType?: "USDC";
        };
        /**
         * Payment rail
         * @description The payment system that carries a fiat transfer. The rail decides how long a payout takes: `RTP`, `FEDNOW`, `SEPA_INSTANT`, `FASTER_PAYMENTS`, `SPEI`, `PIX`, `UPI`, `PAYNOW`, `FAST`, `INSTAPAY`, `BRE_B`, `MOBILE_MONEY` and `UNIONPAY` take seconds around the clock; `RTGS` about 30 minutes; `SEPA`, `WIRE`, `NEFT`, `PESONET` and `CIPS` about a day; `ACH`, `BANK_TRANSFER` and `ACH_COLOMBIA` about two days; `SWIFT` about three. Slower rails only move on banking days.
         * @example RTP
         * @enum {string}
         */
        readonly PaymentRail: "ACH" | "ACH_COLOMBIA" | "BANK_TRANSFER" | "BRE_B" | "CIPS" | "FAST" | "FASTER_PAYMENTS" | "FEDNOW" | "INSTAPAY" | "MOBILE_MONEY" | "NEFT" | "PAYNOW" | "PESONET" | "PIX" | "RTGS" | "RTP" | "SEPA" | "SEPA_INSTANT" | "SPEI" | "SWIFT" | "UNIONPAY" | "UPI" | "WIRE";
        /**
         * Payment rails
         * @description Rails on which money may be sent to this account. Money sent on another rail is returned.
         * @example [
         *       "SEPA",
         *       "SEPA_INSTANT"
         *     ]
         */
        readonly PaymentRails: readonly components["schemas"]["PaymentRail"][];
        /**
         * Payment reference
         * @description Text by which the deposit is matched to the account. Copy it unchanged into the reference or memo field of the transfer; a deposit without it is held until it is identified by hand.
         * @example PP7K3M9Q2X
         */
        readonly PaymentReference: string;
        /**
         * Deposit address on Solana
         * @description An address on the Solana network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "SOLANA_WALLET",
         *       "address": "4Nd1mYzJdGz6mCuWqXh5Yp8oR2tEe7K9sFvB3aLxUjQk",
         *       "assetType": "USDC"
         *     }
         */
        readonly PaymentSolanaWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "SOLANA_WALLET";
            /**
             * @description Address on Solana to send to.
             * @example 4Nd1mYzJdGz6mCuWqXh5Yp8oR2tEe7K9sFvB3aLxUjQk
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDC
             * @enum {string}
             */
            readonly assetType?: "USDC" | "USDT";
        };
        /**
         * Deposit address on Spark
         * @description A Spark address, with an invoice where the amount is already known.
         * @example {
         *       "accountType": "SPARK_WALLET",
         *       "address": "sp1pgss9qqpq0sandboxdepositaddress7k3m9q2xqqqqqqqq",
         *       "assetType": "BTC"
         *     }
         */
        readonly PaymentSparkWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "SPARK_WALLET";
            /**
             * @description Spark address to send to.
             * @example sp1pgss9qqpq0sandboxdepositaddress7k3m9q2xqqqqqqqq
             */
            readonly address: string;
            /**
             * @description Asset to send, such as BTC or USDB. Another asset sent to this address is not credited.
             * @example BTC
             */
            readonly assetType: string;
            /**
             * @description Spark invoice that fixes asset and amount. Pay the invoice where your wallet can; otherwise send to the address.
             * @example spark1sandboxinvoice7k3m9q2x
             */
            readonly invoice?: string;
        };
        /**
         * Deposit address on Tron
         * @description An address on the Tron network. Funds sent over any other network are lost to the account.
         * @example {
         *       "accountType": "TRON_WALLET",
         *       "address": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
         *       "assetType": "USDT"
         *     }
         */
        readonly PaymentTronWalletInfo: {
            /**
             * @description Tells the kinds of instruction apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly accountType: "TRON_WALLET";
            /**
             * @description Address on Tron to send to.
             * @example TJRabPrwbZy45sbavfcjinPJC18kjpRTv8
             */
            readonly address: string;
            /**
             * @description Asset to send. Another asset sent to this address is not credited.
             * @example USDT
             * @constant
             */
            readonly assetType?: "USDT";
        };
        /**
         * Deposit account in USD
         * @description A United States bank account to which dollars can be sent.
         * @example {
         *       "accountType": "USD_ACCOUNT",
         *       "accountNumber": "9876543210",
         *       "routingNumber": "110000000",
         *       "bankName": "Sandbox Bank",
         *       "paymentRails": [
         *         "ACH",
         *         "WIRE",
         *         "RTP",
         *         "FEDNOW"
         *       ],
         *       "reference": "PP7K3M9Q2X"
         *     }
         */
        readonly PaymentUsdAccountInfo: components["schemas"]["UsdAccountInfoBase"] & {
            /**
             * @description Address of the bank, which some senders ask for on a wire.
             * @example 1 Main Street, New York, NY 10001
             */
            readonly bankAddress?: string;
            readonly paymentRails: components["schemas"]["PaymentRails"];
            readonly reference: components["schemas"]["PaymentReference"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "USD_ACCOUNT";
        };
        /**
         * Incoming payment that is expected
         * @description An incoming transaction with what the platform is asked to supply before it can go on.
         */
        readonly PendingIncomingPayment: components["schemas"]["IncomingTransaction"] & {
            /** @description What the sender's provider wants to know about your customer and the service does not have. Send the mandatory ones with the approval. Absent when nothing is wanted. */
            readonly requestedReceiverCustomerInfoFields?: readonly components["schemas"]["CounterpartyFieldDefinition"][];
        };
        /**
         * Politically exposed person status
         * @description Whether the person holds a prominent public office: `NONE`, `DOMESTIC` in their own country, `FOREIGN` in another one, `HIO` in an international organisation, or `FAMILY_OR_ASSOCIATE` of somebody who does.
         * @example NONE
         * @enum {string}
         */
        readonly PepStatus: "NONE" | "DOMESTIC" | "FOREIGN" | "HIO" | "FAMILY_OR_ASSOCIATE";
        /**
         * Permission
         * @description What a token may do. `VIEW` reads everything, `TRANSACT` moves money, `MANAGE` changes the configuration, API tokens and customers. None contains another: a token may do what its list names and nothing else.
         * @example VIEW
         * @enum {string}
         */
        readonly Permission: "VIEW" | "TRANSACT" | "MANAGE";
        /**
         * Plasma wallet
         * @description A wallet on the Plasma network, for USDT. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly PlasmaWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Plasma network.
             * @constant
             */
            readonly accountType: "PLASMA_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "PLASMA_WALLET";
        };
        /**
         * Platform configuration
         * @description Everything that is set once for the whole platform in the environment of the credentials. The sandbox and the production configuration of a platform are separate.
         * @example {
         *       "id": "PlatformConfig:0198c0de-7a10-7b21-8f4d-2e3c4b5a6978",
         *       "environment": "SANDBOX",
         *       "umaDomain": "uma.example.com",
         *       "webhookPublicKey": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsC4ZWZnrjf++T1vTYLZuF0ThEwUp\nMCJ5Z7aTvC9hoD1ExNA0DjyQxwd9AtxH+0H/reGYtssbD2BOaQkcXPt9hQ==\n-----END PUBLIC KEY-----\n",
         *       "supportedCurrencies": [],
         *       "isRegulatedFinancialInstitution": false,
         *       "feeConfigs": [],
         *       "createdAt": "2025-01-01T00:00:00.000Z",
         *       "updatedAt": "2025-01-01T00:00:00.000Z"
         *     }
         */
        readonly PlatformConfig: {
            readonly cardTokenization2faConfig?: components["schemas"]["CardTokenization2FAConfig"];
            /**
             * Format: date-time
             * @description When the configuration was first created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            readonly embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            readonly environment: components["schemas"]["Environment"];
            /** @description The platform's own fees that are in force. Entries whose two parts are 0 are switched off and not listed. */
            readonly feeConfigs: readonly components["schemas"]["FeeConfig"][];
            readonly id: components["schemas"]["PlatformConfigId"];
            /**
             * @description `true` when the platform moves money under its own licences. Such a platform relies on its own agreements and collects no consent to the service's end user terms. Set by the operator.
             * @example false
             */
            readonly isRegulatedFinancialInstitution: boolean;
            /**
             * @description Subdomain of the service, assigned by the operator, to which the platform's UMA domain forwards its requests.
             * @example acme
             */
            readonly proxyUmaSubdomain?: string;
            /** @description Currencies that the platform uses. It has one internal account of its own in each of them. */
            readonly supportedCurrencies: readonly components["schemas"]["PlatformCurrencyConfig"][];
            readonly umaDomain: components["schemas"]["UmaDomain"];
            /**
             * Format: date-time
             * @description When the configuration last changed.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly updatedAt: string;
            /** @description The address to which every event of the platform is sent. Absent until one is set; events whose delivery is due before that are recorded but not sent. */
            readonly webhookEndpoint?: components["schemas"]["WebhookEndpoint"];
            /**
             * @description PEM text of the public key with which to verify the `X-Service-Signature` header of webhooks of this environment. Keep it with your settings and replace it only when the operator announces a rotation.
             * @example -----BEGIN PUBLIC KEY-----
             *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsC4ZWZnrjf++T1vTYLZuF0ThEwUp
             *     MCJ5Z7aTvC9hoD1ExNA0DjyQxwd9AtxH+0H/reGYtssbD2BOaQkcXPt9hQ==
             *     -----END PUBLIC KEY-----
             */
            readonly webhookPublicKey: string;
        };
        /**
         * Platform configuration id
         * @description Identifies the configuration of one platform in one environment.
         * @example PlatformConfig:0198c0de-7a10-7b21-8f4d-2e3c4b5a6978
         */
        readonly PlatformConfigId: `PlatformConfig:${string}`;
        /**
         * Platform configuration update
         * @description The settings to change. A setting that is left out stays as it is. Fields that only the operator sets are ignored.
         * @example {
         *       "webhookEndpoint": "https://example.com/webhooks"
         *     }
         */
        readonly PlatformConfigUpdateRequest: {
            /** @description Fields to change; those left out of it, at every level, stay as they are. */
            readonly cardTokenization2faConfig?: components["schemas"]["CardTokenization2FAConfig"];
            /** @description Fields to change; those left out of it stay as they are. */
            readonly embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            /** @description Fees to set. An entry replaces the one with the same `feeType` and `sourceCurrency`, and entries that are not sent stay. Send both parts as 0 to switch a fee off. Quotes that already exist keep the fee they were made with. */
            readonly feeConfigs?: readonly components["schemas"]["FeeConfig"][];
            /** @description The whole list of currencies that the platform uses from now on. Each currency that is new gets an internal account of the platform. A currency that is no longer listed keeps its accounts and their balances. */
            readonly supportedCurrencies?: readonly components["schemas"]["PlatformCurrencyConfig"][];
            readonly umaDomain?: components["schemas"]["UmaDomain"];
            /** @description The address to which events are sent from now on. Setting or changing it sends one `TEST` event there, which you need not wait for; its outcome does not affect this request. `null` takes the endpoint away: events are then kept and not sent. */
            readonly webhookEndpoint?: components["schemas"]["WebhookEndpoint"] | null;
        };
        /**
         * Platform currency
         * @description One currency that the platform uses, and the limits within which its users send and receive UMA payments in it.
         * @example {
         *       "currencyCode": "USD",
         *       "minAmount": 100,
         *       "maxAmount": 10000000,
         *       "requiredCounterpartyFields": [],
         *       "providerRequiredCustomerFields": [],
         *       "enabledTransactionTypes": [
         *         "INCOMING",
         *         "OUTGOING"
         *       ]
         *     }
         */
        readonly PlatformCurrencyConfig: {
            readonly currencyCode: components["schemas"]["CurrencyCode"];
            /** @description Directions in which the platform's customers use this currency. Both are enabled when the field is left out. */
            readonly enabledTransactionTypes?: readonly ("INCOMING" | "OUTGOING")[];
            /** @description Largest amount of one payment to or from a UMA address, in the smallest unit of the currency. Not less than `minAmount`. */
            readonly maxAmount: components["schemas"]["MinorAmount"];
            /** @description Smallest amount of one payment to or from a UMA address, in the smallest unit of the currency. */
            readonly minAmount: components["schemas"]["MinorAmount"];
            /** @description What the provider of this currency demands to know about the other party of a payment. */
            readonly providerRequiredCounterpartyCustomerFields?: readonly components["schemas"]["UserInfoFieldName"][];
            /** @description What the provider of this currency demands to know about the platform's own customers before they can transact in it. Supply these fields when creating or updating a customer. */
            readonly providerRequiredCustomerFields?: readonly components["schemas"]["UserInfoFieldName"][];
            /** @description What a regulated platform must learn about the other party. It arrives with the webhook of a pending payment, so that the platform can screen it before approving. Send an empty list when the platform is not regulated. */
            readonly requiredCounterpartyFields: readonly components["schemas"]["CounterpartyFieldDefinition"][];
        };
        /**
         * New external account of the platform
         * @description An account outside the service to register for the platform itself.
         */
        readonly PlatformExternalAccountCreateRequest: {
            readonly accountInfo: components["schemas"]["ExternalAccountCreateInfoOneOf"];
            /** @description Currency or crypto asset to pay in, one that the account type can hold and the platform supports. */
            readonly currency: components["schemas"]["CurrencyCode"];
            readonly ownershipType?: components["schemas"]["OwnershipType"];
            /**
             * @description Your own id of the account. It is kept and returned, and need not be unique.
             * @example payee-17
             */
            readonly platformAccountId?: string;
        };
        /**
         * Platform fee of one quote
         * @description The platform's own fee for this quote, in place of the standing fee of its configuration. The sending currency must be USD. Both members are required; send zeros to take no fee.
         * @example {
         *       "platformFixedFee": {
         *         "amount": 50,
         *         "currency": "USD"
         *       },
         *       "platformVariableFeeBps": 30
         *     }
         */
        readonly PlatformFeeOverride: {
            /** @description Part of the fee that does not depend on the amount. Its currency must be the sending currency. */
            readonly platformFixedFee: components["schemas"]["FixedFee"];
            /**
             * @description Part of the fee that depends on the amount, in hundredths of a percent.
             * @example 30
             */
            readonly platformVariableFeeBps: number;
        };
        /**
         * Internal accounts of the platform
         * @description Every internal account of the platform itself. There is one for each currency, so they always fit on one page.
         * @example {
         *       "data": [],
         *       "hasMore": false,
         *       "nextCursor": null,
         *       "totalCount": 0
         *     }
         */
        readonly PlatformInternalAccountListResponse: {
            /** @description The accounts, the newest first. */
            readonly data: readonly components["schemas"]["InternalAccount"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * Polygon wallet
         * @description A wallet on the Polygon network, for USDC. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly PolygonWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Polygon network.
             * @constant
             */
            readonly accountType: "POLYGON_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "POLYGON_WALLET";
        };
        /**
         * Purpose of the account
         * @description What the customer mainly uses the service for.
         * @example P2P_TRANSFERS
         * @enum {string}
         */
        readonly PurposeOfAccount: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
        /**
         * Purpose of payment
         * @description What the payment is for. Some destinations require it and some rails carry it to the receiver.
         * @example FAMILY_SUPPORT
         * @enum {string}
         */
        readonly PurposeOfPayment: "GIFT" | "SELF" | "GOODS_OR_SERVICES" | "EDUCATION" | "HEALTH_OR_MEDICAL" | "REAL_ESTATE_PURCHASE" | "TAX_PAYMENT" | "LOAN_PAYMENT" | "UTILITY_BILL" | "DONATION" | "TRAVEL" | "FAMILY_SUPPORT" | "SALARY_PAYMENT" | "OTHER";
        /**
         * Quote
         * @description The price of one payment and the transaction that carries it. The amounts hold until `expiresAt`.
         */
        readonly Quote: {
            readonly counterpartyInformation?: components["schemas"]["CounterpartyInformation"];
            /**
             * Format: date-time
             * @description When the quote was created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description Your own note, as you gave it.
             * @example Rent for January
             */
            readonly description?: string;
            readonly destination: components["schemas"]["QuoteDestinationOneOf"];
            /**
             * @description Major units of the sending currency for one major unit of the receiving currency. 1 when both are the same. The receiving amount is the sending amount less fees, divided by this number.
             * @example 1.08
             */
            readonly exchangeRate: number;
            /**
             * Format: date-time
             * @description Until when the price holds and the quote can be executed or funded, usually five minutes or more. An expired quote cannot be revived.
             * @example 2025-01-01T00:05:00.000Z
             */
            readonly expiresAt: string;
            /**
             * @description All fees together, contained in `totalSendingAmount` and stated in its smallest unit.
             * @example 64
             */
            readonly feesIncluded: components["schemas"]["MinorAmount"];
            readonly id: components["schemas"]["QuoteId"];
            /** @description Where to pay the money in, one entry for each way, any one of which is enough. Present for real-time funding, and for an embedded wallet as the payload to sign. */
            readonly paymentInstructions?: readonly components["schemas"]["PaymentInstructions"][];
            /**
             * @description The part of `feesIncluded` that is the platform's own fee.
             * @example 0
             */
            readonly platformFeesIncluded: components["schemas"]["MinorAmount"];
            readonly rateDetails?: components["schemas"]["OutgoingRateDetails"];
            readonly receivingCurrency: components["schemas"]["Currency"];
            /** @description What the customer has to pass. Present while `status` is `PENDING_AUTHORIZATION`. */
            readonly scaChallenge?: components["schemas"]["ScaChallenge"];
            readonly sendingCurrency: components["schemas"]["Currency"];
            readonly source: components["schemas"]["QuoteSourceOneOf"];
            readonly status: components["schemas"]["QuoteStatus"];
            /**
             * Format: int64
             * @description What arrives, in the smallest unit of `receivingCurrency`.
             * @example 9200
             */
            readonly totalReceivingAmount: number;
            /**
             * Format: int64
             * @description What leaves the source, fees included, in the smallest unit of `sendingCurrency`.
             * @example 10000
             */
            readonly totalSendingAmount: number;
            /** @description The transaction that carries the money. It exists from the moment the quote does and keeps this id. */
            readonly transactionId: components["schemas"]["TransactionId"];
        };
        /**
         * Destination of a quote
         * @description Where the money goes. `destinationType` tells which fields are present.
         */
        readonly QuoteDestinationOneOf: components["schemas"]["AccountDestination"] | components["schemas"]["UmaAddressDestination"];
        /**
         * Quote id
         * @description Identifies a quote.
         * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
         */
        readonly QuoteId: `Quote:${string}`;
        /**
         * Locked side
         * @description Which amount is fixed. `SENDING`: this much leaves the source, fees included, and the receiving amount follows. `RECEIVING`: this much arrives, and the sending amount follows.
         * @example SENDING
         * @enum {string}
         */
        readonly QuoteLockSide: "SENDING" | "RECEIVING";
        /**
         * Quote request
         * @description What to price. The same request serves a payment in one currency and one that converts; only the accounts decide which it is.
         */
        readonly QuoteRequest: {
            /**
             * @description Your own note on the payment. It is returned with the quote and the transaction and travels no further.
             * @example Rent for January
             */
            readonly description?: string;
            readonly destination: components["schemas"]["QuoteDestinationOneOf"];
            /**
             * @description `true` also executes the quote, so that one request makes the payment. Use it only for a price that nobody wants to see first. It needs an account to pay from. `false` when left out.
             * @example false
             */
            readonly immediatelyExecute?: boolean;
            /**
             * Format: int64
             * @description The fixed amount, in the smallest unit of the sending or the receiving currency, as `lockedCurrencySide` says.
             * @example 10000
             */
            readonly lockedCurrencyAmount: number;
            readonly lockedCurrencySide: components["schemas"]["QuoteLockSide"];
            /**
             * @description Id of the lookup of the receiver. Required for a UMA address.
             * @example Lookup:0198c0de-7a24-7a1d-9c05-8f90a1b2c3d4
             */
            readonly lookupId?: string;
            readonly platformFeeOverride?: components["schemas"]["PlatformFeeOverride"];
            readonly purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
            /**
             * @description Text that travels with the payment to the receiver's statement: the addenda record of ACH, the remittance information of FedNow and RTP, the originator-to-beneficiary field of a wire.
             * @example Invoice 2025-001
             */
            readonly remittanceInformation?: string;
            /** @description Factor with which the customer wants to authenticate a payment with real-time funding. Only for customers who need strong customer authentication; ignored for others. */
            readonly scaFactor?: components["schemas"]["RequestedScaFactor"];
            /**
             * @description What the receiver's provider demands to know about the sender, keyed by the names in `requiredPayerDataFields` of the lookup.
             * @example {
             *       "FULL_NAME": "Ada Lovelace"
             *     }
             */
            readonly senderCustomerInfo?: {
                readonly [key: string]: unknown;
            };
            readonly source: components["schemas"]["QuoteSourceOneOf"];
        };
        /**
         * Source of a quote
         * @description Where the money comes from. `sourceType` tells which fields are present.
         */
        readonly QuoteSourceOneOf: components["schemas"]["AccountQuoteSource"] | components["schemas"]["RealtimeFundingQuoteSource"];
        /**
         * Quote status
         * @description Where the quote is on its way: `PENDING` waits to be executed or funded, `PENDING_AUTHORIZATION` waits for the customer to authenticate, `PROCESSING` is being carried out, `COMPLETED` arrived, `FAILED` did not, `EXPIRED` was not executed or funded in time.
         * @example PENDING
         * @enum {string}
         */
        readonly QuoteStatus: "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        /**
         * Rail selection mode
         * @description Whether the service chose the rail (`AUTO`) or the quote named it (`MANUAL`).
         * @example AUTO
         * @enum {string}
         */
        readonly RailSelectionMode: "AUTO" | "MANUAL";
        /**
         * Real-time funding
         * @description The money is paid in for this quote, to the payment instructions that it comes back with. The payment starts by itself when the deposit arrives; there is nothing to execute.
         */
        readonly RealtimeFundingQuoteSource: {
            /**
             * @description Network on which a stablecoin will be paid in; required for stablecoins. Known values: `SOLANA`, `ETHEREUM`, `BASE`, `POLYGON`, `TRON`, `PLASMA`, `SPARK`, `LIGHTNING`, `BITCOIN`.
             * @example SOLANA
             */
            readonly cryptoNetwork?: string;
            /** @description Currency or crypto asset that will be paid in. Money of a state must come over an instant rail. */
            readonly currency: components["schemas"]["CurrencyCode"];
            /** @description The customer who pays. Leave it out when the platform itself pays. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description Says that the money is paid in for this quote. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly sourceType: "REALTIME_FUNDING";
        };
        /**
         * Deposit paid from
         * @description The money was paid in from outside, to the payment instructions of a quote or of an internal account. What the rail tells about the payer is here.
         */
        readonly RealtimeFundingTransactionSource: {
            /**
             * @description Name of the payer as the rail gives it.
             * @example Ada Lovelace
             */
            readonly accountHolderName?: string;
            /**
             * @description Account number, IBAN or address that the money came from.
             * @example 000123456789
             */
            readonly accountIdentifier?: string;
            /**
             * @description Routing number, sort code or BIC of that bank.
             * @example 110000000
             */
            readonly bankIdentifier?: string;
            /**
             * @description Bank of the payer.
             * @example Example Bank
             */
            readonly bankName?: string;
            readonly currency: components["schemas"]["CurrencyCode"];
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description End-to-end id that the rail carries.
             * @example E2E20250101000001
             */
            readonly endToEndId?: string;
            readonly onChainTransaction?: components["schemas"]["OnChainTransaction"];
            readonly paymentRail?: components["schemas"]["PaymentRail"];
            /**
             * @description What the payer wrote on the payment.
             * @example PP7K3M9Q2X
             */
            readonly remittanceInformation?: string;
            /**
             * @description Says that the money was paid in from outside. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly sourceType: "REALTIME_FUNDING";
            /**
             * @description Trace number that the rail carries.
             * @example 110000000000001
             */
            readonly traceNumber?: string;
        };
        /**
         * Reconciliation instructions
         * @description What to look for on a statement to recognise the payment.
         * @example {
         *       "reference": "PMT-7K3M9Q2X"
         *     }
         */
        readonly ReconciliationInstructions: {
            /**
             * @description Reference that travels with the payment.
             * @example PMT-7K3M9Q2X
             */
            readonly reference?: string;
            /**
             * @deprecated
             * @description Hash of the settlement between the two providers of a UMA payment. For transfers to and from wallets read `onChainTransaction` instead.
             * @example 5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW
             */
            readonly transactionHash?: string;
        };
        /**
         * Refund
         * @description The way back of a payment's money. It is told by this object and by the events `*_PAYMENT.REFUND_*`, and never changes
         *     the `status` of the payment. Where the money goes:
         *
         *     - taken from an internal account: back to its balance;
         *     - paid in over an instant rail: back to where it came from;
         *     - paid in as crypto: to the customer's internal account of that asset, never to the sending wallet, whose owner nobody
         *       can verify. Withdraw it with a new quote to the customer's wallet.
         * @example {
         *       "reference": "RF-7K3M9Q2X",
         *       "initiatedAt": "2025-01-01T00:02:05.000Z",
         *       "settledAt": "2025-01-01T00:02:10.000Z",
         *       "status": "COMPLETED",
         *       "reason": "TRANSACTION_FAILED"
         *     }
         */
        readonly Refund: {
            /**
             * Format: date-time
             * @description When the refund was started.
             * @example 2025-01-01T00:02:05.000Z
             */
            readonly initiatedAt: string;
            readonly reason?: components["schemas"]["RefundReason"];
            /**
             * @description Reference of the refund, for questions to support.
             * @example RF-7K3M9Q2X
             */
            readonly reference: string;
            /**
             * Format: date-time
             * @description When the money was back. Absent until then.
             * @example 2025-01-01T00:02:10.000Z
             */
            readonly settledAt?: string;
            readonly status: components["schemas"]["RefundStatus"];
        };
        /**
         * Refund reason
         * @description Why the money goes back: the payment failed or was returned (`TRANSACTION_FAILED`), was cancelled by hand (`USER_CANCELLATION`), or was given up because it took too long (`TIMEOUT`).
         * @example TRANSACTION_FAILED
         * @enum {string}
         */
        readonly RefundReason: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT";
        /**
         * Refund status
         * @description `PENDING` the money is on its way back, `COMPLETED` it is back, `FAILED` it could not be sent back and support settles it by hand.
         * @example COMPLETED
         * @enum {string}
         */
        readonly RefundStatus: "PENDING" | "COMPLETED" | "FAILED";
        /**
         * Authentication factor asked for
         * @description Factor with which the customer wants to authenticate: a code sent to their phone (`SMS_OTP`) or a passkey (`PASSKEY`). A code of an authenticator app cannot be asked for.
         * @example SMS_OTP
         * @enum {string}
         */
        readonly RequestedScaFactor: "SMS_OTP" | "PASSKEY";
        /**
         * Sandbox funding
         * @description How much simulated money to put into an internal account.
         * @example {
         *       "amount": 100000
         *     }
         */
        readonly SandboxFundRequest: {
            /**
             * Format: int64
             * @description Amount in the smallest unit of the account's currency, at most 100000000000.
             * @example 100000
             */
            readonly amount: number;
        };
        /**
         * Authentication challenge
         * @description What the customer has to pass before the payment may go on.
         * @example {
         *       "id": "ScaChallenge:0198c0de-7a22-7e1b-9a03-6d7e8f90a1b2",
         *       "expiresAt": "2025-01-01T00:05:00.000Z",
         *       "factor": "SMS_OTP",
         *       "availableFactors": [
         *         "SMS_OTP",
         *         "TOTP"
         *       ],
         *       "purpose": "PAYOUT"
         *     }
         */
        readonly ScaChallenge: {
            /** @description Every factor that the customer could use instead. */
            readonly availableFactors: readonly components["schemas"]["ScaFactor"][];
            /**
             * Format: date-time
             * @description When the challenge runs out. The payment fails if it is not passed by then.
             * @example 2025-01-01T00:05:00.000Z
             */
            readonly expiresAt: string;
            /** @description The factor that this challenge asks for. */
            readonly factor: components["schemas"]["ScaFactor"];
            readonly id: components["schemas"]["ScaChallengeId"];
            /**
             * @description Origins from which a passkey is accepted, otherwise `null` or absent.
             * @example [
             *       "https://app.example.com"
             *     ]
             */
            readonly passkeyAllowedOrigins?: readonly string[] | null;
            /** @description Options to hand to the device unchanged when `factor` is `PASSKEY`, otherwise `null` or absent. */
            readonly passkeyAssertionOptions?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description What the customer agrees to: `CURRENCY_CONVERSION`, `PAYOUT` or `TRANSFER`. Further values may appear.
             * @example PAYOUT
             */
            readonly purpose?: string | null;
        };
        /**
         * Authentication challenge id
         * @description Identifies one challenge of strong customer authentication. A new challenge has a new id.
         * @example ScaChallenge:0198c0de-7a22-7e1b-9a03-6d7e8f90a1b2
         */
        readonly ScaChallengeId: `ScaChallenge:${string}`;
        /**
         * Authentication factor
         * @description How a customer proves who they are: a code sent to their phone (`SMS_OTP`), a code of an authenticator app (`TOTP`) or a passkey (`PASSKEY`).
         * @example SMS_OTP
         * @enum {string}
         */
        readonly ScaFactor: "SMS_OTP" | "TOTP" | "PASSKEY";
        /**
         * Signed request challenge
         * @description What has to be signed with the key of the customer's embedded wallet before the request is carried out. Sign `payloadToSign` and repeat the same request with the signature in `Service-Wallet-Signature` and `requestId` in `Request-Id`.
         * @example {
         *       "payloadToSign": "{\"type\":\"ACTIVITY_TYPE_UPDATE_USER\",\"timestampMs\":\"1735689600000\"}",
         *       "requestId": "Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3",
         *       "expiresAt": "2025-01-01T00:05:00.000Z"
         *     }
         */
        readonly SignedRequestChallenge: {
            /**
             * Format: date-time
             * @description When the signature is no longer accepted.
             * @example 2025-01-01T00:05:00.000Z
             */
            readonly expiresAt: string;
            /**
             * @description The exact text to sign. Treat it as opaque.
             * @example {"type":"ACTIVITY_TYPE_UPDATE_USER","timestampMs":"1735689600000"}
             */
            readonly payloadToSign: string;
            readonly requestId: components["schemas"]["SignedRequestId"];
        };
        /**
         * Signed request id
         * @description Identifies a request that waits for a wallet signature. It can be used once.
         * @example Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3
         */
        readonly SignedRequestId: `Request:${string}`;
        /**
         * Solana wallet
         * @description A wallet on the Solana network, for USDC and USDT. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly SolanaWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Solana network.
             * @constant
             */
            readonly accountType: "SOLANA_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "SOLANA_WALLET";
        };
        /**
         * Source of funds of a business
         * @description Where the money that the business moves comes from.
         * @example OPERATING_REVENUE
         * @enum {string}
         */
        readonly SourceOfFundsCategory: "OPERATING_REVENUE" | "INVESTMENT_INCOME" | "LOANS" | "VENTURE_CAPITAL" | "PERSONAL_SAVINGS" | "DONATIONS" | "OTHER";
        /**
         * Source of wealth
         * @description How the person came to own what they own as a whole, which can differ from where the money of a payment comes from.
         * @example SALARY
         * @enum {string}
         */
        readonly SourceOfWealthCategory: "SALARY" | "BUSINESS_INCOME" | "INVESTMENTS" | "INHERITANCE" | "PROPERTY_SALE" | "GIFT" | "RETIREMENT" | "SAVINGS" | "OTHER";
        /**
         * Spark wallet
         * @description A wallet on the Spark network, for BTC and USDB. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly SparkWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Spark network.
             * @constant
             */
            readonly accountType: "SPARK_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "SPARK_WALLET";
        };
        /**
         * Test event
         * @description The body of the event `TEST`, which tests an endpoint and tells about nothing.
         * @example {
         *       "test": true,
         *       "timestamp": "2025-01-01T00:00:00.000Z",
         *       "webhookId": "Webhook:0198c0de-7a17-7e42-8f50-718293a4b5c6",
         *       "type": "TEST"
         *     }
         */
        readonly TestEvent: {
            /**
             * @description Says that nothing has happened.
             * @constant
             */
            readonly test: true;
            /**
             * Format: date-time
             * @description When the event was made.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description Says that this is a test. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "TEST";
            /** @description Identifies this test. */
            readonly webhookId: components["schemas"]["WebhookId"];
        };
        /**
         * Test webhook outcome
         * @description What the webhook endpoint answered to the `TEST` event.
         * @example {
         *       "url": "https://example.com/webhooks",
         *       "response_status": 200,
         *       "response_body": "ok"
         *     }
         */
        readonly TestWebhookResponse: {
            /**
             * @description The first 10,000 characters of the answer's body.
             * @example ok
             */
            readonly response_body?: string;
            /**
             * @description HTTP status of the answer. Anything from 200 to 299 counts as delivered.
             * @example 200
             */
            readonly response_status: number;
            /**
             * Format: uri
             * @description The address that the event was sent to.
             * @example https://example.com/webhooks
             */
            readonly url?: string;
        };
        /**
         * API token id
         * @description Identifies an API token. It is not the user name for authentication; that is the token's `clientId`.
         * @example Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f
         */
        readonly TokenId: `Token:${string}`;
        /**
         * Page of API tokens
         * @description API tokens, the newest first. Secrets are never listed.
         * @example {
         *       "data": [],
         *       "hasMore": false,
         *       "nextCursor": null,
         *       "totalCount": 0
         *     }
         */
        readonly TokenListResponse: {
            /** @description The tokens on this page. */
            readonly data: readonly components["schemas"]["ApiToken"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * Token name
         * @description A name by which your team recognises the token, for example the program that uses it. Names need not be unique.
         * @example payout worker
         */
        readonly TokenName: string;
        /**
         * Total count
         * @description How many items match the filters on all pages together. It is a convenience and may be left out where counting would be slow; never use it to decide whether to go on.
         * @example 1
         */
        readonly TotalCount: number;
        /**
         * Fields of every payment
         * @description What outgoing and incoming payments have in common.
         */
        readonly Transaction: {
            /** @description The agent that started the payment. Absent when no agent did. */
            readonly agentId?: components["schemas"]["AgentId"];
            readonly counterpartyInformation?: components["schemas"]["CounterpartyInformation"];
            /**
             * Format: date-time
             * @description When the payment was created.
             * @example 2025-01-01T00:00:00.000Z
             */
            readonly createdAt: string;
            /** @description The customer whose payment this is. Absent when the platform moves its own money. */
            readonly customerId?: components["schemas"]["CustomerId"];
            /**
             * @description Your own note on the payment.
             * @example Rent for January
             */
            readonly description?: string;
            readonly destination: components["schemas"]["TransactionDestinationOneOf"];
            readonly direction: components["schemas"]["TransactionDirection"];
            /**
             * @description Major units of the sending currency for one major unit of the receiving currency. 1 when both are the same.
             * @example 1.08
             */
            readonly exchangeRate?: number;
            /**
             * @description All fees together, in the smallest unit of the currency sent.
             * @example 64
             */
            readonly fees?: components["schemas"]["MinorAmount"];
            readonly id: components["schemas"]["TransactionId"];
            /** @description Why the payment is held. Absent while nothing holds it. */
            readonly pendingReason?: components["schemas"]["TransactionPendingReason"];
            /**
             * @description Your own id of that customer. Absent when the platform moves its own money.
             * @example user-4711
             */
            readonly platformCustomerId?: string;
            /** @description The quote that the payment was created by. Absent on a deposit, which has none. */
            readonly quoteId?: components["schemas"]["QuoteId"];
            /**
             * Format: date-time
             * @description When the receipt was delivered to the customer, as the platform confirmed it. Absent until it does.
             * @example 2025-01-01T00:10:00.000Z
             */
            readonly receiptDeliveryConfirmedAt?: string;
            readonly reconciliationInstructions?: components["schemas"]["ReconciliationInstructions"];
            /** @description The way back of the money. Present once a refund has been started. */
            readonly refund?: components["schemas"]["Refund"];
            /**
             * Format: date-time
             * @description When the payment was completed. Absent until then; it stays when the payment is returned later.
             * @example 2025-01-01T00:01:05.000Z
             */
            readonly settledAt?: string;
            /**
             * Format: date-time
             * @description When the payment last changed.
             * @example 2025-01-01T00:01:05.000Z
             */
            readonly updatedAt: string;
        };
        /**
         * Destination of a transaction
         * @description Where the money goes. `destinationType` tells which fields are present.
         */
        readonly TransactionDestinationOneOf: components["schemas"]["AccountTransactionDestination"] | components["schemas"]["UmaAddressTransactionDestination"];
        /**
         * Transaction direction
         * @description Whether the transaction takes money from the customer (`DEBIT`) or gives it to them (`CREDIT`).
         * @example DEBIT
         * @enum {string}
         */
        readonly TransactionDirection: "CREDIT" | "DEBIT";
        /**
         * Transaction id
         * @description Identifies a payment.
         * @example Transaction:0198c0de-7a16-7d41-9e4f-60718293a4b5
         */
        readonly TransactionId: `Transaction:${string}`;
        /**
         * Page of transactions
         * @description Transactions that match the filters, in the order of `sortOrder`.
         */
        readonly TransactionListResponse: {
            /** @description The transactions of this page. */
            readonly data: readonly components["schemas"]["TransactionOneOf"][];
            readonly hasMore: components["schemas"]["HasMore"];
            readonly nextCursor: components["schemas"]["NextCursor"];
            readonly totalCount?: components["schemas"]["TotalCount"];
        };
        /**
         * Transaction
         * @description A payment or a card transaction. `type` tells which fields are present.
         */
        readonly TransactionOneOf: components["schemas"]["IncomingTransaction"] | components["schemas"]["OutgoingTransaction"] | components["schemas"]["CardTransaction"];
        /**
         * Pending reason
         * @description Why a payment is held. `COUNTERPARTY_DECLARATION_REQUIRED` and `COUNTERPARTY_INFORMATION_REQUIRED`: something about the other party is missing. `WALLET_VERIFICATION_REQUIRED`: the ownership of a wallet must be proved. `COMPLIANCE_REVIEW`: a person is looking at it. Further values may appear.
         * @example COMPLIANCE_REVIEW
         * @enum {string}
         */
        readonly TransactionPendingReason: "COUNTERPARTY_DECLARATION_REQUIRED" | "WALLET_VERIFICATION_REQUIRED" | "COUNTERPARTY_INFORMATION_REQUIRED" | "COMPLIANCE_REVIEW";
        /**
         * Platform fees of a transaction
         * @description The platform's own fee, which is part of `fees`.
         * @example {
         *       "amount": 53,
         *       "currency": {
         *         "code": "USD",
         *         "name": "United States Dollar",
         *         "symbol": "$",
         *         "decimals": 2
         *       },
         *       "fixedFee": 50,
         *       "variableFee": 3
         *     }
         */
        readonly TransactionPlatformFees: {
            /**
             * @description The fee in the smallest unit of `currency`.
             * @example 53
             */
            readonly amount: components["schemas"]["MinorAmount"];
            readonly currency: components["schemas"]["Currency"];
            /**
             * @description Part that does not depend on the amount.
             * @example 50
             */
            readonly fixedFee?: components["schemas"]["MinorAmount"];
            /**
             * @description Part that depends on the amount.
             * @example 3
             */
            readonly variableFee?: components["schemas"]["MinorAmount"];
        };
        /**
         * Source of a transaction
         * @description Where the money came from. `sourceType` tells which fields are present.
         */
        readonly TransactionSourceOneOf: components["schemas"]["AccountTransactionSource"] | components["schemas"]["UmaAddressTransactionSource"] | components["schemas"]["RealtimeFundingTransactionSource"];
        /**
         * Payment status
         * @description Every status that a payment of any type can have. Outgoing and incoming payments use their own part of it; `CREATED`, `REJECTED` and `REFUNDED` are known to the interface and not used by them.
         * @example COMPLETED
         * @enum {string}
         */
        readonly TransactionStatus: "CREATED" | "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED";
        /**
         * Transaction type
         * @description Decided by where the money goes, never by where it comes from: `INCOMING` to an internal account, `OUTGOING` to an external account or a UMA address. `CARD` is spending with a card.
         * @example OUTGOING
         * @enum {string}
         */
        readonly TransactionType: "INCOMING" | "OUTGOING" | "CARD";
        /**
         * Tron wallet
         * @description A wallet on the Tron network, for USDT. Payments cannot be called back, so make sure that the address belongs to this network.
         */
        readonly TronWalletExternalAccountInfo: components["schemas"]["WalletAccountFields"] & {
            /**
             * @description Says that this is a wallet on the Tron network.
             * @constant
             */
            readonly accountType: "TRON_WALLET";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "TRON_WALLET";
        };
        /**
         * UMA address
         * @description A person's or business's address for payments between providers, written `$name@domain`. The name has letters, digits, `-`, `_`, `.` and `+`, at most 64 characters with the leading `$`. Upper and lower case are the same address.
         * @example $ada.lovelace@uma.example.com
         */
        readonly UmaAddress: string;
        /**
         * UMA address to pay to
         * @description Pays to a UMA address at another provider. It needs the `lookupId` of a lookup of that address.
         */
        readonly UmaAddressDestination: {
            /** @description Currency to deliver, one of those that the lookup gave. */
            readonly currency?: components["schemas"]["CurrencyCode"];
            /**
             * @description Says that the money goes to a UMA address. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly destinationType: "UMA_ADDRESS";
            /**
             * @description The address to pay, such as `$grace@uma.example.com`.
             * @example $grace@uma.example.com
             */
            readonly umaAddress: string;
        };
        /**
         * UMA address paid to
         * @description The money goes to a UMA address.
         */
        readonly UmaAddressTransactionDestination: {
            readonly currency?: components["schemas"]["CurrencyCode"];
            /**
             * @description Says that the money goes to a UMA address. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly destinationType: "UMA_ADDRESS";
            readonly umaAddress: components["schemas"]["UmaAddress"];
        };
        /**
         * UMA address paid from
         * @description The money came from a UMA address at another provider.
         */
        readonly UmaAddressTransactionSource: {
            readonly currency?: components["schemas"]["CurrencyCode"];
            /**
             * @description Says that the money came from a UMA address. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly sourceType: "UMA_ADDRESS";
            readonly umaAddress: components["schemas"]["UmaAddress"];
        };
        /**
         * UMA domain
         * @description Domain part of every UMA address of the platform's customers, as in `$ada@uma.example.com`. While the platform has set none, the service's own default domain is used. A domain of your own must forward `/.well-known/lnurlp/*`, `/.well-known/lnurlpubkey` and `/.well-known/uma-configuration` to the same paths of the host in `proxyUmaSubdomain`.
         * @example uma.example.com
         */
        readonly UmaDomain: string;
        /**
         * US dollar bank account details
         * @description Details that find an account at a bank in the United States.
         */
        readonly UsdAccountInfoBase: {
            /**
             * @description Account number at the bank.
             * @example 000123456789
             */
            readonly accountNumber: string;
            /**
             * @description Says that this is a bank account in US dollars.
             * @constant
             */
            readonly accountType: "USD_ACCOUNT";
            /**
             * @description Kind of account. `CHECKING` when left out.
             * @example CHECKING
             * @enum {string}
             */
            readonly bankAccountType?: "CHECKING" | "SAVINGS";
            /**
             * @description Name of the bank.
             * @example Example Bank
             */
            readonly bankName?: string;
            /**
             * @description Message from bank to bank. Used by `WIRE` only.
             * @example /BNF/For further credit to account 4711
             */
            readonly fiToFiInformation?: string;
            /**
             * @description Name of the bank that passes a wire on. Used by `WIRE` only.
             * @example Example Correspondent Bank
             */
            readonly intermediaryBankName?: string;
            /**
             * @description Routing number of the bank that passes a wire on. Used by `WIRE` only; its check digit is verified.
             * @example 110000000
             */
            readonly intermediaryRoutingNumber?: string;
            /**
             * @description Nine-digit routing number of the bank. Its check digit is verified.
             * @example 110000000
             */
            readonly routingNumber: string;
        };
        /**
         * New US dollar bank account
         * @description A bank account in US dollars and who owns it. A business needs at least its legal name and its address.
         */
        readonly UsdExternalAccountCreateInfo: components["schemas"]["UsdAccountInfoBase"] & {
            readonly beneficiary: components["schemas"]["BeneficiaryOneOf"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "USD_ACCOUNT";
        };
        /**
         * US dollar bank account
         * @description A bank account in US dollars, as it is on file.
         */
        readonly UsdExternalAccountInfo: components["schemas"]["UsdExternalAccountCreateInfo"] & {
            /** @description The rails over which this account can be paid. */
            readonly paymentRails: readonly ("ACH" | "WIRE" | "RTP" | "FEDNOW")[];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly accountType: "USD_ACCOUNT";
        };
        /**
         * User information field name
         * @description Names one piece of information about a person or business that takes part in a payment. `BIRTH_DATE` is written `YYYY-MM-DD`; `PHONE_NUMBER` includes the country code, as in `+14155550100`.
         * @example FULL_NAME
         * @enum {string}
         */
        readonly UserInfoFieldName: "FULL_NAME" | "BIRTH_DATE" | "NATIONALITY" | "ADDRESS" | "PHONE_NUMBER" | "EMAIL" | "BUSINESS_NAME" | "TAX_ID";
        /**
         * Fields of every wallet
         * @description What every wallet has, on whichever network.
         */
        readonly WalletAccountFields: {
            /**
             * @description Address of the wallet, exactly as its owner gives it.
             * @example 8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj
             */
            readonly address: string;
            readonly beneficiary?: components["schemas"]["WalletBeneficiaryOneOf"];
            /**
             * @description The provider that keeps the wallet for its owner, by the name that the list of providers gives it. Leave it out for a wallet whose keys the owner holds. A wallet kept by a provider needs no proof of ownership.
             * @example Example Exchange
             */
            readonly vaspName?: string;
        };
        /**
         * Beneficiary of a wallet
         * @description Who owns the wallet, a person or a business. Platforms with counterparty rules must give it for a `THIRD_PARTY` wallet; without it they are refused with `INVALID_INPUT`.
         */
        readonly WalletBeneficiaryOneOf: components["schemas"]["WalletIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * Person who owns the wallet
         * @description The person who owns a wallet.
         * @example {
         *       "beneficiaryType": "INDIVIDUAL",
         *       "fullName": "Grace Hopper",
         *       "countryOfResidence": "DE"
         *     }
         */
        readonly WalletIndividualBeneficiary: {
            /**
             * @description Says that the owner is a person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly beneficiaryType: "INDIVIDUAL";
            /** @description Country in which the person lives. */
            readonly countryOfResidence: components["schemas"]["CountryCode"];
            /**
             * @description Full name of the person.
             * @example Grace Hopper
             */
            readonly fullName: string;
        };
        /**
         * Webhook delivery status
         * @description How far the delivery of an event is. `PENDING` waits for its first attempt, `WAITING` for the next one. `DELIVERED` was taken by the endpoint, `DEAD` was given up, `SKIPPED` happened while no endpoint was configured.
         * @example DELIVERED
         * @enum {string}
         */
        readonly WebhookDeliveryStatus: "PENDING" | "WAITING" | "DELIVERED" | "DEAD" | "SKIPPED";
        /**
         * Webhook endpoint
         * Format: uri
         * @description The one address to which every event of the platform is sent by `POST`. It must be a public HTTPS address; a sandbox that runs on your own machine also accepts `http` on a loopback address such as `http://127.0.0.1:4030/webhooks`.
         * @example https://example.com/webhooks
         */
        readonly WebhookEndpoint: string;
        /**
         * Webhook event
         * @description The body of any request to your webhook endpoint. `type` tells which it is. New types may be added at any time: answer 2xx to one you do not know.
         */
        readonly WebhookEvent: components["schemas"]["OutgoingPaymentPendingEvent"] | components["schemas"]["OutgoingPaymentPendingAuthorizationEvent"] | components["schemas"]["OutgoingPaymentProcessingEvent"] | components["schemas"]["OutgoingPaymentCompletedEvent"] | components["schemas"]["OutgoingPaymentFailedEvent"] | components["schemas"]["OutgoingPaymentExpiredEvent"] | components["schemas"]["OutgoingPaymentRefundPendingEvent"] | components["schemas"]["OutgoingPaymentRefundCompletedEvent"] | components["schemas"]["OutgoingPaymentRefundFailedEvent"] | components["schemas"]["IncomingPaymentPendingEvent"] | components["schemas"]["IncomingPaymentProcessingEvent"] | components["schemas"]["IncomingPaymentCompletedEvent"] | components["schemas"]["IncomingPaymentFailedEvent"] | components["schemas"]["IncomingPaymentRefundPendingEvent"] | components["schemas"]["IncomingPaymentRefundCompletedEvent"] | components["schemas"]["IncomingPaymentRefundFailedEvent"] | components["schemas"]["InternalAccountBalanceUpdatedEvent"] | components["schemas"]["InternalAccountStatusUpdatedEvent"] | components["schemas"]["ExternalAccountStatusUpdatedEvent"] | components["schemas"]["CustomerKycPendingEvent"] | components["schemas"]["CustomerKycApprovedEvent"] | components["schemas"]["CustomerKycRejectedEvent"] | components["schemas"]["TestEvent"];
        /**
         * Webhook event id
         * @description Identifies one event. It is the same every time the event is sent, so store it and ignore an event whose id you have.
         * @example Webhook:0198c0de-7a17-7e42-8f50-718293a4b5c6
         */
        readonly WebhookId: `Webhook:${string}`;
    };
    responses: {
        /** @description The credentials of the request, or the signature it needs, are missing or were refused. Nothing was done. */
        readonly Error401: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error401"];
            };
        };
        /** @description The credentials are valid, but they do not allow this request, or the customer it concerns may not do this yet. Nothing was done. */
        readonly Error403: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description The path exists but does not serve this method. The `Allow` header lists those it serves. */
        readonly Error405: {
            headers: {
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error405"];
            };
        };
        /** @description The counterparty does not speak a version of the protocol that this service speaks. */
        readonly Error412: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error412"];
            };
        };
        /** @description The request body is larger than the service reads. Nothing was done. */
        readonly Error413: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error413"];
            };
        };
        /** @description The body is not declared as a media type that this operation reads. */
        readonly Error415: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error415"];
            };
        };
        /** @description The request depends on another party or another record, and that step failed. The resource is unchanged. */
        readonly Error424: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error424"];
            };
        };
        /** @description A limit on the number of requests or on the amount moved was reached. The `Retry-After` header says how many seconds to wait. */
        readonly Error429: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error429"];
            };
        };
        /** @description Something failed inside the service. The request may be repeated; where it takes an `Idempotency-Key`, repeat it with the same key so that it cannot take effect twice. */
        readonly Error500: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error500"];
            };
        };
    };
    parameters: {
        /**
         * @description Only items created at this moment or later. Together with its counterpart it gives a closed interval.
         * @example 2025-01-01T00:00:00.000Z
         */
        readonly CreatedAfter: string;
        /**
         * @description Only items created at this moment or earlier. Together with its counterpart it gives a closed interval.
         * @example 2025-02-01T00:00:00.000Z
         */
        readonly CreatedBefore: string;
        /**
         * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
         * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
         */
        readonly Cursor: string;
        /**
         * @description The `id` of the customer, not your own `platformCustomerId`.
         * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
         */
        readonly CustomerId: components["schemas"]["CustomerId"];
        /**
         * @description The `id` of the external account, not your own `platformAccountId`.
         * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
         */
        readonly ExternalAccountId: components["schemas"]["ExternalAccountId"];
        /**
         * @description Makes a retry safe. Choose one key for one intent (a payment you want to happen once), store it with that intent before the first attempt, and send the same key every time you repeat the request, for example after a time-out. The first successful answer is kept and given again, byte for byte, with the header `Idempotent-Replayed: true`. A refusal is not kept: it had no effect, and the next attempt is judged afresh. A new intent needs a new key; a random UUID is a good one. The same key with a different body is refused. Keys are kept for at least 24 hours and belong to the API token, method and path they were used with.
         * @example 0198c0de-7a10-7c3e-9b1f-4a5d6e7f8091
         */
        readonly IdempotencyKey: string;
        /**
         * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
         * @example 20
         */
        readonly Limit: number;
        /**
         * @description The `id` of the quote.
         * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
         */
        readonly QuoteId: components["schemas"]["QuoteId"];
        /**
         * @description The `requestId` of the challenge that `Service-Wallet-Signature` answers. Required together with that header.
         * @example Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3
         */
        readonly RequestId: components["schemas"]["SignedRequestId"];
        /**
         * @description Proves that the event comes from the service. A JSON text with the version `v`, which is `"1"`, and `s`, the Base64 of the DER-encoded ECDSA signature on P-256 with SHA-256 over the raw bytes of the body. Verify it with the public key of your environment before you parse the body, and answer 401 when it does not verify.
         * @example {"v":"1","s":"MEUCIQDXa4zA0zL4n5xk2cG8l7c6JmB5lq3n1rE0o9Yp8t7uVgIgQ2w1fT6h5J4k3L2m1N0b9V8c7X6z5A4s3D2f1G0h9J8="}
         */
        readonly ServiceSignature: string;
        /**
         * @description Signature with the key of the customer's embedded wallet over the payload that was given to sign. Only for customers with an embedded wallet; ignored for others.
         * @example eyJwdWJsaWNLZXkiOiIwMmE1Iiwic2NoZW1lIjoiU0lHTkFUVVJFX1NDSEVNRV9US19BUElfUDI1NiJ9
         */
        readonly ServiceWalletSignature: string;
        /**
         * @description Order by creation time, `desc` for newest first, `asc` for oldest first.
         * @example desc
         */
        readonly SortOrder: "asc" | "desc";
        /**
         * @description The `id` of the payment, which a quote names in `transactionId`, or of a card transaction.
         * @example Transaction:0198c0de-7a16-7d41-9e4f-60718293a4b5
         */
        readonly TransactionId: components["schemas"]["AnyTransactionId"];
        /**
         * @description Only items updated at this moment or later. Together with its counterpart it gives a closed interval.
         * @example 2025-01-01T00:00:00.000Z
         */
        readonly UpdatedAfter: string;
        /**
         * @description Only items updated at this moment or earlier. Together with its counterpart it gives a closed interval.
         * @example 2025-02-01T00:00:00.000Z
         */
        readonly UpdatedBefore: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Methods that the path does serve, separated by commas.
         * @example GET, PATCH
         */
        readonly Allow: string;
        /**
         * @description Present, with the value `true`, when the answer is the stored answer to an earlier request that carried the same `Idempotency-Key`. The body is byte for byte the first one; nothing was done again. Absent on a first answer.
         * @example true
         */
        readonly IdempotentReplayed: "true";
        /**
         * @description Whole seconds to wait before the request has a chance to be accepted.
         * @example 30
         */
        readonly RetryAfter: number;
    };
    pathItems: never;
}
export type AccountDestination = components['schemas']['AccountDestination'];
export type AccountId = components['schemas']['AccountId'];
export type AccountQuoteSource = components['schemas']['AccountQuoteSource'];
export type AccountTransactionDestination = components['schemas']['AccountTransactionDestination'];
export type AccountTransactionSource = components['schemas']['AccountTransactionSource'];
export type Address = components['schemas']['Address'];
export type AgentId = components['schemas']['AgentId'];
export type AnnualIncomeRange = components['schemas']['AnnualIncomeRange'];
export type AnyTransactionId = components['schemas']['AnyTransactionId'];
export type ApiToken = components['schemas']['ApiToken'];
export type ApiTokenCreateRequest = components['schemas']['ApiTokenCreateRequest'];
export type BaseWalletExternalAccountInfo = components['schemas']['BaseWalletExternalAccountInfo'];
export type BeneficialOwner = components['schemas']['BeneficialOwner'];
export type BeneficialOwnerId = components['schemas']['BeneficialOwnerId'];
export type BeneficialOwnerPersonalInfo = components['schemas']['BeneficialOwnerPersonalInfo'];
export type BeneficialOwnerRole = components['schemas']['BeneficialOwnerRole'];
export type BeneficiaryOneOf = components['schemas']['BeneficiaryOneOf'];
export type BeneficiaryVerificationStatus = components['schemas']['BeneficiaryVerificationStatus'];
export type BeneficiaryVerifiedData = components['schemas']['BeneficiaryVerifiedData'];
export type BrlAccountInfoBase = components['schemas']['BrlAccountInfoBase'];
export type BrlExternalAccountCreateInfo = components['schemas']['BrlExternalAccountCreateInfo'];
export type BrlExternalAccountInfo = components['schemas']['BrlExternalAccountInfo'];
export type BusinessBeneficiary = components['schemas']['BusinessBeneficiary'];
export type BusinessCustomer = components['schemas']['BusinessCustomer'];
export type BusinessCustomerCreateRequest = components['schemas']['BusinessCustomerCreateRequest'];
export type BusinessCustomerFields = components['schemas']['BusinessCustomerFields'];
export type BusinessCustomerUpdateRequest = components['schemas']['BusinessCustomerUpdateRequest'];
export type BusinessInfo = components['schemas']['BusinessInfo'];
export type BusinessInfoResponse = components['schemas']['BusinessInfoResponse'];
export type BusinessInfoUpdate = components['schemas']['BusinessInfoUpdate'];
export type BusinessType = components['schemas']['BusinessType'];
export type CardFilterId = components['schemas']['CardFilterId'];
export type CardId = components['schemas']['CardId'];
export type CardMerchant = components['schemas']['CardMerchant'];
export type CardPullSummary = components['schemas']['CardPullSummary'];
export type CardRefundSummary = components['schemas']['CardRefundSummary'];
export type CardSettlementSummary = components['schemas']['CardSettlementSummary'];
export type CardTokenization2FAConfig = components['schemas']['CardTokenization2FAConfig'];
export type CardTokenization2FAEmailConfig = components['schemas']['CardTokenization2FAEmailConfig'];
export type CardTokenization2FASmsConfig = components['schemas']['CardTokenization2FASmsConfig'];
export type CardTransaction = components['schemas']['CardTransaction'];
export type CardTransactionId = components['schemas']['CardTransactionId'];
export type CardTransactionStatus = components['schemas']['CardTransactionStatus'];
export type ContactVerification = components['schemas']['ContactVerification'];
export type ContactVerificationStatus = components['schemas']['ContactVerificationStatus'];
export type CounterpartyFieldDefinition = components['schemas']['CounterpartyFieldDefinition'];
export type CounterpartyInformation = components['schemas']['CounterpartyInformation'];
export type CountryCode = components['schemas']['CountryCode'];
export type CreatedApiToken = components['schemas']['CreatedApiToken'];
export type CryptoNetwork = components['schemas']['CryptoNetwork'];
export type Currency = components['schemas']['Currency'];
export type CurrencyAmount = components['schemas']['CurrencyAmount'];
export type CurrencyCode = components['schemas']['CurrencyCode'];
export type Customer = components['schemas']['Customer'];
export type CustomerCreateRequest = components['schemas']['CustomerCreateRequest'];
export type CustomerCreateRequestOneOf = components['schemas']['CustomerCreateRequestOneOf'];
export type CustomerEdd = components['schemas']['CustomerEdd'];
export type CustomerId = components['schemas']['CustomerId'];
export type CustomerKycApprovedEvent = components['schemas']['CustomerKycApprovedEvent'];
export type CustomerKycPendingEvent = components['schemas']['CustomerKycPendingEvent'];
export type CustomerKycRejectedEvent = components['schemas']['CustomerKycRejectedEvent'];
export type CustomerListResponse = components['schemas']['CustomerListResponse'];
export type CustomerOneOf = components['schemas']['CustomerOneOf'];
export type CustomerType = components['schemas']['CustomerType'];
export type CustomerUpdateRequest = components['schemas']['CustomerUpdateRequest'];
export type CustomerUpdateRequestOneOf = components['schemas']['CustomerUpdateRequestOneOf'];
export type CustomerVerificationStatus = components['schemas']['CustomerVerificationStatus'];
export type EmbeddedWalletConfig = components['schemas']['EmbeddedWalletConfig'];
export type EndUserTerms = components['schemas']['EndUserTerms'];
export type EndUserTermsAcceptanceMethod = components['schemas']['EndUserTermsAcceptanceMethod'];
export type EndUserTermsConsent = components['schemas']['EndUserTermsConsent'];
export type EndUserTermsConsentRequest = components['schemas']['EndUserTermsConsentRequest'];
export type EntityType = components['schemas']['EntityType'];
export type Environment = components['schemas']['Environment'];
export type Error400 = components['schemas']['Error400'];
export type Error401 = components['schemas']['Error401'];
export type Error403 = components['schemas']['Error403'];
export type Error404 = components['schemas']['Error404'];
export type Error405 = components['schemas']['Error405'];
export type Error409 = components['schemas']['Error409'];
export type Error410 = components['schemas']['Error410'];
export type Error412 = components['schemas']['Error412'];
export type Error413 = components['schemas']['Error413'];
export type Error415 = components['schemas']['Error415'];
export type Error424 = components['schemas']['Error424'];
export type Error429 = components['schemas']['Error429'];
export type Error500 = components['schemas']['Error500'];
export type Error501 = components['schemas']['Error501'];
export type EthereumWalletExternalAccountInfo = components['schemas']['EthereumWalletExternalAccountInfo'];
export type EurAccountInfoBase = components['schemas']['EurAccountInfoBase'];
export type EurBeneficiaryOneOf = components['schemas']['EurBeneficiaryOneOf'];
export type EurExternalAccountCreateInfo = components['schemas']['EurExternalAccountCreateInfo'];
export type EurExternalAccountInfo = components['schemas']['EurExternalAccountInfo'];
export type EurIndividualBeneficiary = components['schemas']['EurIndividualBeneficiary'];
export type EventEnvelope = components['schemas']['EventEnvelope'];
export type ExchangeRate = components['schemas']['ExchangeRate'];
export type ExchangeRateFees = components['schemas']['ExchangeRateFees'];
export type ExchangeRateListResponse = components['schemas']['ExchangeRateListResponse'];
export type ExecuteQuoteRequest = components['schemas']['ExecuteQuoteRequest'];
export type ExpectedMonthlyTransactionCount = components['schemas']['ExpectedMonthlyTransactionCount'];
export type ExpectedMonthlyTransactionVolume = components['schemas']['ExpectedMonthlyTransactionVolume'];
export type ExternalAccount = components['schemas']['ExternalAccount'];
export type ExternalAccountCreateInfoOneOf = components['schemas']['ExternalAccountCreateInfoOneOf'];
export type ExternalAccountCreateRequest = components['schemas']['ExternalAccountCreateRequest'];
export type ExternalAccountId = components['schemas']['ExternalAccountId'];
export type ExternalAccountInfoOneOf = components['schemas']['ExternalAccountInfoOneOf'];
export type ExternalAccountListResponse = components['schemas']['ExternalAccountListResponse'];
export type ExternalAccountStatus = components['schemas']['ExternalAccountStatus'];
export type ExternalAccountStatusUpdatedEvent = components['schemas']['ExternalAccountStatusUpdatedEvent'];
export type FeeConfig = components['schemas']['FeeConfig'];
export type FeeType = components['schemas']['FeeType'];
export type FieldConstraint = components['schemas']['FieldConstraint'];
export type FieldError = components['schemas']['FieldError'];
export type FieldErrorDetails = components['schemas']['FieldErrorDetails'];
export type FixedFee = components['schemas']['FixedFee'];
export type GbpAccountInfoBase = components['schemas']['GbpAccountInfoBase'];
export type GbpExternalAccountCreateInfo = components['schemas']['GbpExternalAccountCreateInfo'];
export type GbpExternalAccountInfo = components['schemas']['GbpExternalAccountInfo'];
export type HasMore = components['schemas']['HasMore'];
export type IdentificationType = components['schemas']['IdentificationType'];
export type IncomingPaymentApproval = components['schemas']['IncomingPaymentApproval'];
export type IncomingPaymentCompletedEvent = components['schemas']['IncomingPaymentCompletedEvent'];
export type IncomingPaymentFailedEvent = components['schemas']['IncomingPaymentFailedEvent'];
export type IncomingPaymentPendingEvent = components['schemas']['IncomingPaymentPendingEvent'];
export type IncomingPaymentProcessingEvent = components['schemas']['IncomingPaymentProcessingEvent'];
export type IncomingPaymentQuestion = components['schemas']['IncomingPaymentQuestion'];
export type IncomingPaymentRefundCompletedEvent = components['schemas']['IncomingPaymentRefundCompletedEvent'];
export type IncomingPaymentRefundFailedEvent = components['schemas']['IncomingPaymentRefundFailedEvent'];
export type IncomingPaymentRefundPendingEvent = components['schemas']['IncomingPaymentRefundPendingEvent'];
export type IncomingPaymentRejection = components['schemas']['IncomingPaymentRejection'];
export type IncomingTransaction = components['schemas']['IncomingTransaction'];
export type IncomingTransactionFailureReason = components['schemas']['IncomingTransactionFailureReason'];
export type IncomingTransactionStatus = components['schemas']['IncomingTransactionStatus'];
export type IndividualBeneficiary = components['schemas']['IndividualBeneficiary'];
export type IndividualCustomer = components['schemas']['IndividualCustomer'];
export type IndividualCustomerCreateRequest = components['schemas']['IndividualCustomerCreateRequest'];
export type IndividualCustomerFields = components['schemas']['IndividualCustomerFields'];
export type IndividualCustomerUpdateRequest = components['schemas']['IndividualCustomerUpdateRequest'];
export type IndividualSourceOfFundsCategory = components['schemas']['IndividualSourceOfFundsCategory'];
export type InrAccountInfoBase = components['schemas']['InrAccountInfoBase'];
export type InrExternalAccountCreateInfo = components['schemas']['InrExternalAccountCreateInfo'];
export type InrExternalAccountInfo = components['schemas']['InrExternalAccountInfo'];
export type InternalAccount = components['schemas']['InternalAccount'];
export type InternalAccountBalanceUpdatedEvent = components['schemas']['InternalAccountBalanceUpdatedEvent'];
export type InternalAccountId = components['schemas']['InternalAccountId'];
export type InternalAccountListResponse = components['schemas']['InternalAccountListResponse'];
export type InternalAccountStatus = components['schemas']['InternalAccountStatus'];
export type InternalAccountStatusUpdatedEvent = components['schemas']['InternalAccountStatusUpdatedEvent'];
export type InternalAccountType = components['schemas']['InternalAccountType'];
export type KybStatus = components['schemas']['KybStatus'];
export type KycStatus = components['schemas']['KycStatus'];
export type LightningExternalAccountInfo = components['schemas']['LightningExternalAccountInfo'];
export type MinorAmount = components['schemas']['MinorAmount'];
export type MxnAccountInfoBase = components['schemas']['MxnAccountInfoBase'];
export type MxnExternalAccountCreateInfo = components['schemas']['MxnExternalAccountCreateInfo'];
export type MxnExternalAccountInfo = components['schemas']['MxnExternalAccountInfo'];
export type NetWorthRange = components['schemas']['NetWorthRange'];
export type NextCursor = components['schemas']['NextCursor'];
export type OnChainTransaction = components['schemas']['OnChainTransaction'];
export type OutgoingPaymentCompletedEvent = components['schemas']['OutgoingPaymentCompletedEvent'];
export type OutgoingPaymentExpiredEvent = components['schemas']['OutgoingPaymentExpiredEvent'];
export type OutgoingPaymentFailedEvent = components['schemas']['OutgoingPaymentFailedEvent'];
export type OutgoingPaymentPendingAuthorizationEvent = components['schemas']['OutgoingPaymentPendingAuthorizationEvent'];
export type OutgoingPaymentPendingEvent = components['schemas']['OutgoingPaymentPendingEvent'];
export type OutgoingPaymentProcessingEvent = components['schemas']['OutgoingPaymentProcessingEvent'];
export type OutgoingPaymentRefundCompletedEvent = components['schemas']['OutgoingPaymentRefundCompletedEvent'];
export type OutgoingPaymentRefundFailedEvent = components['schemas']['OutgoingPaymentRefundFailedEvent'];
export type OutgoingPaymentRefundPendingEvent = components['schemas']['OutgoingPaymentRefundPendingEvent'];
export type OutgoingRateDetails = components['schemas']['OutgoingRateDetails'];
export type OutgoingTransaction = components['schemas']['OutgoingTransaction'];
export type OutgoingTransactionFailureReason = components['schemas']['OutgoingTransactionFailureReason'];
export type OutgoingTransactionStatus = components['schemas']['OutgoingTransactionStatus'];
export type OwnershipType = components['schemas']['OwnershipType'];
export type PaymentAccountInfoOneOf = components['schemas']['PaymentAccountInfoOneOf'];
export type PaymentBaseWalletInfo = components['schemas']['PaymentBaseWalletInfo'];
export type PaymentBitcoinL1Info = components['schemas']['PaymentBitcoinL1Info'];
export type PaymentBrlAccountInfo = components['schemas']['PaymentBrlAccountInfo'];
export type PaymentEthereumWalletInfo = components['schemas']['PaymentEthereumWalletInfo'];
export type PaymentEurAccountInfo = components['schemas']['PaymentEurAccountInfo'];
export type PaymentGbpAccountInfo = components['schemas']['PaymentGbpAccountInfo'];
export type PaymentInrAccountInfo = components['schemas']['PaymentInrAccountInfo'];
export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentLightningInfo = components['schemas']['PaymentLightningInfo'];
export type PaymentMxnAccountInfo = components['schemas']['PaymentMxnAccountInfo'];
export type PaymentPlasmaWalletInfo = components['schemas']['PaymentPlasmaWalletInfo'];
export type PaymentPolygonWalletInfo = components['schemas']['PaymentPolygonWalletInfo'];
export type PaymentRail = components['schemas']['PaymentRail'];
export type PaymentRails = components['schemas']['PaymentRails'];
export type PaymentReference = components['schemas']['PaymentReference'];
export type PaymentSolanaWalletInfo = components['schemas']['PaymentSolanaWalletInfo'];
export type PaymentSparkWalletInfo = components['schemas']['PaymentSparkWalletInfo'];
export type PaymentTronWalletInfo = components['schemas']['PaymentTronWalletInfo'];
export type PaymentUsdAccountInfo = components['schemas']['PaymentUsdAccountInfo'];
export type PendingIncomingPayment = components['schemas']['PendingIncomingPayment'];
export type PepStatus = components['schemas']['PepStatus'];
export type Permission = components['schemas']['Permission'];
export type PlasmaWalletExternalAccountInfo = components['schemas']['PlasmaWalletExternalAccountInfo'];
export type PlatformConfig = components['schemas']['PlatformConfig'];
export type PlatformConfigId = components['schemas']['PlatformConfigId'];
export type PlatformConfigUpdateRequest = components['schemas']['PlatformConfigUpdateRequest'];
export type PlatformCurrencyConfig = components['schemas']['PlatformCurrencyConfig'];
export type PlatformExternalAccountCreateRequest = components['schemas']['PlatformExternalAccountCreateRequest'];
export type PlatformFeeOverride = components['schemas']['PlatformFeeOverride'];
export type PlatformInternalAccountListResponse = components['schemas']['PlatformInternalAccountListResponse'];
export type PolygonWalletExternalAccountInfo = components['schemas']['PolygonWalletExternalAccountInfo'];
export type PurposeOfAccount = components['schemas']['PurposeOfAccount'];
export type PurposeOfPayment = components['schemas']['PurposeOfPayment'];
export type Quote = components['schemas']['Quote'];
export type QuoteDestinationOneOf = components['schemas']['QuoteDestinationOneOf'];
export type QuoteId = components['schemas']['QuoteId'];
export type QuoteLockSide = components['schemas']['QuoteLockSide'];
export type QuoteRequest = components['schemas']['QuoteRequest'];
export type QuoteSourceOneOf = components['schemas']['QuoteSourceOneOf'];
export type QuoteStatus = components['schemas']['QuoteStatus'];
export type RailSelectionMode = components['schemas']['RailSelectionMode'];
export type RealtimeFundingQuoteSource = components['schemas']['RealtimeFundingQuoteSource'];
export type RealtimeFundingTransactionSource = components['schemas']['RealtimeFundingTransactionSource'];
export type ReconciliationInstructions = components['schemas']['ReconciliationInstructions'];
export type Refund = components['schemas']['Refund'];
export type RefundReason = components['schemas']['RefundReason'];
export type RefundStatus = components['schemas']['RefundStatus'];
export type RequestedScaFactor = components['schemas']['RequestedScaFactor'];
export type SandboxFundRequest = components['schemas']['SandboxFundRequest'];
export type ScaChallenge = components['schemas']['ScaChallenge'];
export type ScaChallengeId = components['schemas']['ScaChallengeId'];
export type ScaFactor = components['schemas']['ScaFactor'];
export type SignedRequestChallenge = components['schemas']['SignedRequestChallenge'];
export type SignedRequestId = components['schemas']['SignedRequestId'];
export type SolanaWalletExternalAccountInfo = components['schemas']['SolanaWalletExternalAccountInfo'];
export type SourceOfFundsCategory = components['schemas']['SourceOfFundsCategory'];
export type SourceOfWealthCategory = components['schemas']['SourceOfWealthCategory'];
export type SparkWalletExternalAccountInfo = components['schemas']['SparkWalletExternalAccountInfo'];
export type TestEvent = components['schemas']['TestEvent'];
export type TestWebhookResponse = components['schemas']['TestWebhookResponse'];
export type TokenId = components['schemas']['TokenId'];
export type TokenListResponse = components['schemas']['TokenListResponse'];
export type TokenName = components['schemas']['TokenName'];
export type TotalCount = components['schemas']['TotalCount'];
export type Transaction = components['schemas']['Transaction'];
export type TransactionDestinationOneOf = components['schemas']['TransactionDestinationOneOf'];
export type TransactionDirection = components['schemas']['TransactionDirection'];
export type TransactionId = components['schemas']['TransactionId'];
export type TransactionListResponse = components['schemas']['TransactionListResponse'];
export type TransactionOneOf = components['schemas']['TransactionOneOf'];
export type TransactionPendingReason = components['schemas']['TransactionPendingReason'];
export type TransactionPlatformFees = components['schemas']['TransactionPlatformFees'];
export type TransactionSourceOneOf = components['schemas']['TransactionSourceOneOf'];
export type TransactionStatus = components['schemas']['TransactionStatus'];
export type TransactionType = components['schemas']['TransactionType'];
export type TronWalletExternalAccountInfo = components['schemas']['TronWalletExternalAccountInfo'];
export type UmaAddress = components['schemas']['UmaAddress'];
export type UmaAddressDestination = components['schemas']['UmaAddressDestination'];
export type UmaAddressTransactionDestination = components['schemas']['UmaAddressTransactionDestination'];
export type UmaAddressTransactionSource = components['schemas']['UmaAddressTransactionSource'];
export type UmaDomain = components['schemas']['UmaDomain'];
export type UsdAccountInfoBase = components['schemas']['UsdAccountInfoBase'];
export type UsdExternalAccountCreateInfo = components['schemas']['UsdExternalAccountCreateInfo'];
export type UsdExternalAccountInfo = components['schemas']['UsdExternalAccountInfo'];
export type UserInfoFieldName = components['schemas']['UserInfoFieldName'];
export type WalletAccountFields = components['schemas']['WalletAccountFields'];
export type WalletBeneficiaryOneOf = components['schemas']['WalletBeneficiaryOneOf'];
export type WalletIndividualBeneficiary = components['schemas']['WalletIndividualBeneficiary'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookId = components['schemas']['WebhookId'];
export type ResponseError401 = components['responses']['Error401'];
export type ResponseError403 = components['responses']['Error403'];
export type ResponseError405 = components['responses']['Error405'];
export type ResponseError412 = components['responses']['Error412'];
export type ResponseError413 = components['responses']['Error413'];
export type ResponseError415 = components['responses']['Error415'];
export type ResponseError424 = components['responses']['Error424'];
export type ResponseError429 = components['responses']['Error429'];
export type ResponseError500 = components['responses']['Error500'];
export type ParameterCreatedAfter = components['parameters']['CreatedAfter'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterCustomerId = components['parameters']['CustomerId'];
export type ParameterExternalAccountId = components['parameters']['ExternalAccountId'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterQuoteId = components['parameters']['QuoteId'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterServiceWalletSignature = components['parameters']['ServiceWalletSignature'];
export type ParameterSortOrder = components['parameters']['SortOrder'];
export type ParameterTransactionId = components['parameters']['TransactionId'];
export type ParameterUpdatedAfter = components['parameters']['UpdatedAfter'];
export type ParameterUpdatedBefore = components['parameters']['UpdatedBefore'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    readonly getPlatformConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The configuration. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly updatePlatformConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The settings to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PlatformConfigUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description The configuration after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            /** @description The body cannot be read, a field breaks a rule, or a currency is unknown. Nothing was changed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
            /** @description A platform fee names a source currency other than USD. Nothing was changed. */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error501"];
                };
            };
        };
    };
    readonly listCustomers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only items created at this moment or later. Together with its counterpart it gives a closed interval.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                readonly createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at this moment or earlier. Together with its counterpart it gives a closed interval.
                 * @example 2025-02-01T00:00:00.000Z
                 */
                readonly createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only customers who use this currency.
                 * @example USD
                 */
                readonly currency?: components["schemas"]["CurrencyCode"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only persons, or only businesses.
                 * @example INDIVIDUAL
                 */
                readonly customerType?: components["schemas"]["CustomerType"];
                /**
                 * @description `true` lists deleted customers too.
                 * @example false
                 */
                readonly isIncludingDeleted?: boolean;
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only the customer with this id of your own.
                 * @example user-4711
                 */
                readonly platformCustomerId?: string;
                /**
                 * @description Only customers of this region.
                 * @example US
                 */
                readonly region?: components["schemas"]["CountryCode"];
                /**
                 * @description Only the customer with this UMA address. Upper and lower case are the same.
                 * @example $ada.lovelace@uma.example.com
                 */
                readonly umaAddress?: components["schemas"]["UmaAddress"];
                /**
                 * @description Only items updated at this moment or later. Together with its counterpart it gives a closed interval.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                readonly updatedAfter?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Only items updated at this moment or earlier. Together with its counterpart it gives a closed interval.
                 * @example 2025-02-01T00:00:00.000Z
                 */
                readonly updatedBefore?: components["parameters"]["UpdatedBefore"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of customers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 405: components["responses"]["Error405"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly createCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The person or business to register. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerCreateRequestOneOf"];
            };
        };
        readonly responses: {
            /** @description The customer. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /** @description The body cannot be read, or breaks a rule. No customer was created. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 405: components["responses"]["Error405"];
            /** @description Another customer has the `platformCustomerId` or the `umaAddress`. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
            /** @description The request asks for something that is not served here, such as a region the platform has no licence for. */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error501"];
                };
            };
        };
    };
    readonly getCustomerById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the customer, not your own `platformCustomerId`.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /** @description The id does not have the form of a customer id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No customer of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly deleteCustomerById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the customer, not your own `platformCustomerId`.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer, deleted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /** @description The id does not have the form of a customer id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No customer of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            /** @description The customer was deleted before. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error410"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly updateCustomerById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `requestId` of the challenge that `Service-Wallet-Signature` answers. Required together with that header.
                 * @example Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3
                 */
                readonly "Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Signature with the key of the customer's embedded wallet over the payload that was given to sign. Only for customers with an embedded wallet; ignored for others.
                 * @example eyJwdWJsaWNLZXkiOiIwMmE1Iiwic2NoZW1lIjoiU0lHTkFUVVJFX1NDSEVNRV9US19BUElfUDI1NiJ9
                 */
                readonly "Service-Wallet-Signature"?: components["parameters"]["ServiceWalletSignature"];
            };
            readonly path: {
                /**
                 * @description The `id` of the customer, not your own `platformCustomerId`.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId: components["parameters"]["CustomerId"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerUpdateRequestOneOf"];
            };
        };
        readonly responses: {
            /** @description The customer after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerOneOf"];
                };
            };
            /** @description Only for customers with an embedded wallet: sign the payload and repeat the request with the signature. Nothing has changed yet. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignedRequestChallenge"];
                };
            };
            /** @description The body cannot be read, or breaks a rule. Nothing has changed. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No customer of the platform has this id, or the customer is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            /** @description Another customer has the `umaAddress`, or a wallet credential stands in the way of the new contact data. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            /** @description Only for customers with an embedded wallet, when a credential could not follow the new email address. */
            readonly 424: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error424"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getEndUserTerms: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The current terms. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndUserTerms"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listCustomerExternalAccounts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only accounts that are paid in this currency.
                 * @example EUR
                 */
                readonly currency?: components["schemas"]["CurrencyCode"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only accounts of this customer.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId?: components["schemas"]["CustomerId"];
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of external accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccountListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly createCustomerExternalAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The account and whose it is. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExternalAccountCreateRequest"];
            };
        };
        readonly responses: {
            /** @description The external account. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /** @description The body cannot be read, breaks a rule, or names an account that the bank does not know. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description The customer that the body names does not exist or is deleted. No account was registered. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            /** @description The owner has this account already. Use the one that exists. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getCustomerExternalAccountById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The external account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /** @description The id does not have the form of an external account id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No external account has this id, or it is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly deleteCustomerExternalAccountById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account is deleted. There is no body. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id does not have the form of an external account id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No external account has this id, or it is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            /** @description The account is a trusted beneficiary of its customer. Take the trust away first. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listCustomerInternalAccounts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only accounts in this currency.
                 * @example USD
                 */
                readonly currency?: components["schemas"]["CurrencyCode"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only accounts of this customer.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId?: components["schemas"]["CustomerId"];
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only accounts of this type.
                 * @example INTERNAL_FIAT
                 */
                readonly type?: components["schemas"]["InternalAccountType"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InternalAccountListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getExchangeRates: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Currency to receive. Repeat the parameter for several. Left out, all currencies of the platform configuration are taken.
                 * @example [
                 *       "EUR",
                 *       "BTC"
                 *     ]
                 */
                readonly destinationCurrency?: readonly components["schemas"]["CurrencyCode"][];
                /**
                 * @description Amount to send, fees included, in the smallest unit of each source currency.
                 * @example 10000
                 */
                readonly sendingAmount?: number;
                /**
                 * @description Currency to send from. Left out, all currencies of the platform configuration are taken.
                 * @example USD
                 */
                readonly sourceCurrency?: components["schemas"]["CurrencyCode"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rates at the moment. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExchangeRateListResponse"];
                };
            };
            /** @description A parameter breaks a rule, or a currency is unknown. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listPlatformExternalAccounts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only accounts that are paid in this currency.
                 * @example EUR
                 */
                readonly currency?: components["schemas"]["CurrencyCode"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of external accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccountListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly createPlatformExternalAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The account and whose it is. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PlatformExternalAccountCreateRequest"];
            };
        };
        readonly responses: {
            /** @description The external account. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /** @description The body cannot be read, breaks a rule, or names an account that the bank does not know. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description The owner has this account already. Use the one that exists. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getPlatformExternalAccountById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The external account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /** @description The id does not have the form of an external account id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No external account of the platform itself has this id, or it is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly deletePlatformExternalAccountById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the external account, not your own `platformAccountId`.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly externalAccountId: components["parameters"]["ExternalAccountId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account is deleted. There is no body. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id does not have the form of an external account id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No external account of the platform itself has this id, or it is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listPlatformInternalAccounts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only the account in this currency.
                 * @example USD
                 */
                readonly currency?: components["schemas"]["CurrencyCode"];
                /**
                 * @description Only accounts of this type.
                 * @example INTERNAL_FIAT
                 */
                readonly type?: components["schemas"]["InternalAccountType"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The accounts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlatformInternalAccountListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly createQuote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes a retry safe. Choose one key for one intent (a payment you want to happen once), store it with that intent before the first attempt, and send the same key every time you repeat the request, for example after a time-out. The first successful answer is kept and given again, byte for byte, with the header `Idempotent-Replayed: true`. A refusal is not kept: it had no effect, and the next attempt is judged afresh. A new intent needs a new key; a random UUID is a good one. The same key with a different body is refused. Keys are kept for at least 24 hours and belong to the API token, method and path they were used with.
                 * @example 0198c0de-7a10-7c3e-9b1f-4a5d6e7f8091
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The payment to price. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        readonly responses: {
            /** @description The quote. `PENDING`, or already on its way with `immediatelyExecute`. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description Only for customers who need strong customer authentication and only with real-time funding: the quote waits in `PENDING_AUTHORIZATION`. Its payment instructions appear once `scaChallenge` is passed. */
            readonly 202: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description The payment cannot be priced as it stands. No quote was created. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            /** @description The token does not have the permission `TRANSACT`, or the customer has not accepted the end user terms. Record the acceptance with `PATCH /customers/{customerId}` and try again. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error403"];
                };
            };
            /** @description An account, customer or lookup that the body names does not exist or is deleted. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 412: components["responses"]["Error412"];
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 424: components["responses"]["Error424"];
            readonly 429: components["responses"]["Error429"];
            readonly 500: components["responses"]["Error500"];
            /** @description What the body asks for is not served here, such as paying to a UMA address in this version. */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error501"];
                };
            };
        };
    };
    readonly getQuoteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the quote.
                 * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
                 */
                readonly quoteId: components["parameters"]["QuoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The quote. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description The id does not have the form of a quote id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No quote of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly executeQuote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes a retry safe. Choose one key for one intent (a payment you want to happen once), store it with that intent before the first attempt, and send the same key every time you repeat the request, for example after a time-out. The first successful answer is kept and given again, byte for byte, with the header `Idempotent-Replayed: true`. A refusal is not kept: it had no effect, and the next attempt is judged afresh. A new intent needs a new key; a random UUID is a good one. The same key with a different body is refused. Keys are kept for at least 24 hours and belong to the API token, method and path they were used with.
                 * @example 0198c0de-7a10-7c3e-9b1f-4a5d6e7f8091
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Signature with the key of the customer's embedded wallet over the payload that was given to sign. Only for customers with an embedded wallet; ignored for others.
                 * @example eyJwdWJsaWNLZXkiOiIwMmE1Iiwic2NoZW1lIjoiU0lHTkFUVVJFX1NDSEVNRV9US19BUElfUDI1NiJ9
                 */
                readonly "Service-Wallet-Signature"?: components["parameters"]["ServiceWalletSignature"];
            };
            readonly path: {
                /**
                 * @description The `id` of the quote.
                 * @example Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4
                 */
                readonly quoteId: components["parameters"]["QuoteId"];
            };
            readonly cookie?: never;
        };
        /** @description Options of the execution. Leave the body out when you have none. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExecuteQuoteRequest"];
            };
        };
        readonly responses: {
            /** @description The quote, on its way or waiting for the customer to authenticate. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Quote"];
                };
            };
            /** @description The quote has expired, or the source account does not hold enough. Nothing was debited. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            /** @description The token does not have the permission `TRANSACT`. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error403"];
                };
            };
            /** @description No quote of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            /** @description The quote was executed before, starts by itself, or the key belongs to another request. Read the quote before you do anything else; do not create another one for the same payment. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error409"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 429: components["responses"]["Error429"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly sandboxFundInternalAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The internal account to fund, of a customer or of the platform.
                 * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
                 */
                readonly accountId: components["schemas"]["InternalAccountId"];
            };
            readonly cookie?: never;
        };
        /** @description The amount to add. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SandboxFundRequest"];
            };
        };
        readonly responses: {
            /** @description The account with its new balance. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InternalAccount"];
                };
            };
            /** @description The body cannot be read, or the amount or the id breaks a rule. Nothing was credited. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            /** @description The credentials belong to production, or the token does not have the permission `TRANSACT`. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error403"];
                };
            };
            /** @description No internal account of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly sendTestWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint answered. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestWebhookResponse"];
                };
            };
            /** @description No endpoint is set, or no answer came back from it. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            /** @description The credentials belong to production, or the token does not have the permission `MANAGE`. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error403"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listTokens: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only items created at this moment or later. Together with its counterpart it gives a closed interval.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                readonly createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only items created at this moment or earlier. Together with its counterpart it gives a closed interval.
                 * @example 2025-02-01T00:00:00.000Z
                 */
                readonly createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only tokens with exactly this name.
                 * @example payout worker
                 */
                readonly name?: components["schemas"]["TokenName"];
                /**
                 * @description Only items updated at this moment or later. Together with its counterpart it gives a closed interval.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                readonly updatedAfter?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Only items updated at this moment or earlier. Together with its counterpart it gives a closed interval.
                 * @example 2025-02-01T00:00:00.000Z
                 */
                readonly updatedBefore?: components["parameters"]["UpdatedBefore"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of tokens. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenListResponse"];
                };
            };
            /** @description A parameter breaks a rule. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly createToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Name and permissions of the token. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiTokenCreateRequest"];
            };
        };
        readonly responses: {
            /** @description The token, with its secret this one time. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description The body cannot be read, or a field breaks a rule. No token was created. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 413: components["responses"]["Error413"];
            readonly 415: components["responses"]["Error415"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getTokenById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the token, not its `clientId`.
                 * @example Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f
                 */
                readonly tokenId: components["schemas"]["TokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiToken"];
                };
            };
            /** @description The id does not have the form of a token id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No API token of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly deleteTokenById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the token, not its `clientId`.
                 * @example Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f
                 */
                readonly tokenId: components["schemas"]["TokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token is deleted. There is no body. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id does not have the form of a token id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No API token of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only payments from or to this account, given by its id, its account number, IBAN, Pix key or wallet address, or as a UMA address.
                 * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
                 */
                readonly accountIdentifier?: string;
                /**
                 * @description Only transactions of this card, given by its id or by the bare UUID in it.
                 * @example Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5
                 */
                readonly cardId?: components["schemas"]["CardFilterId"];
                /**
                 * @description Where to continue: the `nextCursor` of the page before, unchanged. Leave it out for the first page. It is opaque and belongs to the filters of the request that returned it, so repeat those filters on every page.
                 * @example eyJhdCI6IjIwMjUtMDEtMDFUMDA6MDA6MDAuMDAwWiJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only transactions of this customer.
                 * @example Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70
                 */
                readonly customerId?: components["schemas"]["CustomerId"];
                /**
                 * @description Only transactions created at this moment or earlier.
                 * @example 2025-01-31T23:59:59.999Z
                 */
                readonly endDate?: string;
                /**
                 * @description How many items a page holds at most. The last page may hold fewer; use `hasMore`, never the number of items, to know whether to go on.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Only transactions of the customer with this id of your own.
                 * @example user-4711
                 */
                readonly platformCustomerId?: string;
                /**
                 * @description Only payments to this account, given in the same way.
                 * @example ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293
                 */
                readonly receiverAccountIdentifier?: string;
                /**
                 * @description Only payments with exactly this `reconciliationInstructions.reference`.
                 * @example PMT-7K3M9Q2X
                 */
                readonly reference?: string;
                /**
                 * @description Only payments from this account, given in the same way.
                 * @example InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c
                 */
                readonly senderAccountIdentifier?: string;
                /**
                 * @description Order by creation time, `desc` for newest first, `asc` for oldest first.
                 * @example desc
                 */
                readonly sortOrder?: components["parameters"]["SortOrder"];
                /**
                 * @description Only transactions created at this moment or later.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                readonly startDate?: string;
                /**
                 * @description Only payments in this status. It cannot be combined with `type=CARD`.
                 * @example COMPLETED
                 */
                readonly status?: components["schemas"]["TransactionStatus"];
                /**
                 * @description Only transactions of this type.
                 * @example OUTGOING
                 */
                readonly type?: components["schemas"]["TransactionType"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of transactions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionListResponse"];
                };
            };
            /** @description A parameter breaks a rule, or `status` comes with `type=CARD`. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            readonly 500: components["responses"]["Error500"];
        };
    };
    readonly getTransactionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the payment, which a quote names in `transactionId`, or of a card transaction.
                 * @example Transaction:0198c0de-7a16-7d41-9e4f-60718293a4b5
                 */
                readonly transactionId: components["parameters"]["TransactionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The transaction. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionOneOf"];
                };
            };
            /** @description The id does not have the form of a transaction id. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error400"];
                };
            };
            readonly 401: components["responses"]["Error401"];
            readonly 403: components["responses"]["Error403"];
            /** @description No transaction of the platform has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error404"];
                };
            };
            readonly 500: components["responses"]["Error500"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
