import { expect, it } from 'vitest';
import { parseSamlMetadata } from './saml-metadata.js';

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const login = `<SingleSignOnService Binding="${redirect}" Location="https://idp.example/login"/>`;
const certificate = (text: string, use = ' use="signing"') =>
  `<KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
const entity = (inside: string, id = 'https://idp.example') =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${id}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</IDPSSODescriptor></EntityDescriptor>`;

it('metadata have the provider’s name, addresses and all certificates that sign', () => {
  const logout = `<SingleLogoutService Binding="${redirect}" Location="https://idp.example/logout" ResponseLocation="https://idp.example/out"/>`;
  const inside = [certificate('AA\n AA'), certificate('BBBB', ''), certificate('CCCC', ' use="encryption"'), logout, login];
  expect(parseSamlMetadata(entity(inside.join('')))).toEqual({
    entityId: 'https://idp.example',
    loginUrl: 'https://idp.example/login',
    logoutUrl: 'https://idp.example/out',
    certificates: ['AAAA', 'BBBB'],
  });
});

it.each([
  ['', 'The metadata are not XML'],
  ['no xml', 'The metadata'],
  ['<html><body></html>', 'The metadata are not XML'],
  ['<a/>', 'The metadata have 0 identity providers instead of one.'],
  [`<all>${entity(login)}${entity(login, 'https://other.example')}</all>`, 'The metadata have 2 identity providers instead of one.'],
  [entity(login), 'The metadata have no certificate for signatures.'],
  [entity(certificate('AAAA')), 'The metadata have no SingleSignOnService by HTTP-Redirect.'],
  [entity(`${certificate('AAAA')}${login}`, ''), 'The metadata have no entityID.'],
])('metadata that lack something are refused with what it is: %j', (xml, message) => {
  expect(() => parseSamlMetadata(xml)).toThrow(message);
});
