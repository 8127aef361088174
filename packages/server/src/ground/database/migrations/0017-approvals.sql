-- What the platform supplied about its customer with an approval, sealed; the other provider is told it.
ALTER TABLE transactions ADD COLUMN sealed_receiver_information TEXT;
