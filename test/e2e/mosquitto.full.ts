import { startMosquitto } from './mosquitto';
import { describeMqtt } from './mqtt-scenario';

describeMqtt('mosquitto', () => startMosquitto());
