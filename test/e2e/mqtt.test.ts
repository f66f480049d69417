import { startBroker } from '../../demo/broker';
import { describeMqtt } from './mqtt-scenario';

describeMqtt('aedes', () => startBroker(0));
