/**
 * The common parts of payments' texts, with `#` for the parts that differ. Stored texts point into it, so it must never
 * change while such texts exist. Additions go into a second one, with its own mark.
 */
export const phrases = [
  // The events of a payment.
  '{"id":"Webhook:#","type":"OUTGOING_PAYMENT.#","timestamp":"#","sequence":#,"data":{"id":"Transaction:#","direction":"DEBIT",',
  '"destination":{"destinationType":"ACCOUNT","accountId":"ExternalAccount:#","currency":"#"},"customerId":"Customer:#",',
  '"platformCustomerId":"#","quoteId":"Quote:#","sentAmount":{"amount":#,"currency":{"code":"#"decimals":2}},"exchangeRate":#,',
  '"fees":#,"createdAt":"#","updatedAt":"#","type":"OUTGOING","status":"#","source":{"sourceType":"ACCOUNT",',
  '"accountId":"InternalAccount:#","currency":"#"},"receivedAmount":{"amount":#,"currency":{"code":"#"decimals":2}},',
  '"platformFees":{"amount":#,"currency":{"code":"#"decimals":2}},"rateDetails":{"counterpartyMultiplier":1,',
  '"counterpartyFixedFee":0,"serviceApiMultiplier":#,"serviceApiFixedFee":0,"serviceApiVariableFeeRate":#,',
  '"serviceApiVariableFeeAmount":#},"paymentRail":"#","railSelectionMode":"#","expectedSettlementAt":"#"}}#',
  '","settledAt":"#","type":"INCOMING","status":"#"direction":"CREDIT",#"failureReason":"#"agentId":"Agent:#"},',
  '"reconciliationInstructions":{"reference":"#"},"description":"#","refund":{"reference":"#","initiatedAt":"#","status":"#","reason":"#"}#',
  '{"id":"Webhook:#","type":"INCOMING_PAYMENT.#REFUND_#',
  // The events of a balance.
  '{"id":"Webhook:#","type":"INTERNAL_ACCOUNT.BALANCE_UPDATED","timestamp":"#","sequence":#,"data":{"id":"InternalAccount:#",',
  '"customerId":"Customer:#","type":"INTERNAL_FIAT","status":"ACTIVE","balance":{"amount":#,"currency":{"code":"#"decimals":2}},',
  '"totalBalance":{"amount":#,"currency":{"code":"#"decimals":2}},"fundingPaymentInstructions":[{"accountOrWalletInfo":{',
  '"accountType":"#_ACCOUNT","accountNumber":"#","routingNumber":"110000000","bankName":"Sandbox Bank",',
  '"bankAccountType":"CHECKING","paymentRails":["ACH","WIRE","RTP","FEDNOW"],"reference":"#"},',
  '"instructionsNotes":"Include the reference exactly as shown.","isPlatformAccount":false}],"createdAt":"#","updatedAt":"#"}}#',
  // The events of a card.
  '{"id":"Webhook:#","type":"CARD_TRANSACTION.#","timestamp":"#","sequence":#,"data":{"type":"CARD","id":"CardTransaction:#",',
  '"cardId":"Card:#","customerId":"Customer:#","platformCustomerId":"#","issuerTransactionToken":"#","status":"#",',
  '"direction":"DEBIT","merchant":{"descriptor":"#","mcc":"#","city":"#","state":"#","country":"#"},',
  '"authorizedAmount":{"amount":#,"currency":{"code":"#"decimals":2}},"settledAmount":{"amount":#,"currency":{"code":"#"decimals":2}},',
  '"accountId":"InternalAccount:#","pullSummary":{"count":#,"totalAmount":#,"pendingCount":#},"refundSummary":{"count":#,',
  '"totalAmount":#},"settlementSummary":{"count":#,"totalAmount":#},"authorizedAt":"#","lastEventAt":"#","createdAt":"#","updatedAt":"#"}}#',
  // The answer to a quote, and the parts of its row.
  '{"id":"Quote:#","status":"#","createdAt":"#","expiresAt":"#","source":{"sourceType":"ACCOUNT","accountId":"InternalAccount:#"},',
  '"destination":{"destinationType":"ACCOUNT","accountId":"ExternalAccount:#","paymentRail":"#"},"sendingCurrency":{"code":"#"decimals":2},',
  '"receivingCurrency":{"code":"#"decimals":2},"totalSendingAmount":#,"totalReceivingAmount":#,"exchangeRate":#,"feesIncluded":#,',
  '"platformFeesIncluded":#,"transactionId":"Transaction:#","rateDetails":{"counterpartyMultiplier":1,"counterpartyFixedFee":0,#',
  '{"destinationType":"ACCOUNT","accountId":"InternalAccount:#{"id":"Transaction:#["Quote:#","Transaction:#"]#["Customer:#",#/execute#',
  // Currencies and other words.
  'USD","name":"United States Dollar","symbol":"$",#EUR","name":"Euro","symbol":"€",#GBP","name":"Pound Sterling","symbol":"£",#',
  'MXN","name":"Mexican Peso","symbol":"$",#INR","name":"Indian Rupee","symbol":"₹",#BRL","name":"Brazilian Real","symbol":"R$",#',
  'PHP","name":"Philippine Peso","symbol":"₱",#NGN","name":"Nigerian Naira","symbol":"₦",#USDC","name":"USD Coin","symbol":"USDC",#',
  '"decimals":6}},#"decimals":8}},#BTC","name":"Bitcoin","symbol":"₿",#KES","name":"Kenyan Shilling","symbol":"KSh",#',
  'PROCESSING#COMPLETED#PENDING#FAILED#AUTHORIZED#SETTLED#MANUAL#SEPA_INSTANT#FASTER_PAYMENTS#USER_REQUESTED#',
].join('');
